import type { CategoryRecord } from './types.ts';

export const businessOperations = {
  slug: 'business-operations',
  title: 'Business Operations',
  intro: 'Fewer handoffs, cleaner data and one place where the truth lives.',
  page: {
    head: {
      title: 'Business Operations Consulting for B2B SaaS',
      description:
        'Operations consulting for B2B SaaS and e-commerce founders: processes, compliance and RevOps rebuilt so that your team can run them without us.',
    },
    // five tangled lines that leave as one
    drawing:
      'M4 8C70 8 84 96 140 84S172 62 196 60M4 30C60 30 60 80 108 96S150 62 196 60M4 54C70 54 90 6 128 18S160 60 196 60M4 78C50 78 84 22 120 34S150 60 196 60M4 102C60 102 100 58 130 54S170 60 196 60 250 56 272 32 300 14 316 10',
    subtitle: 'Make the company run as well as the product does.',
    description:
      'Growth puts weight on everything that was set up in a hurry: the spreadsheet that became a system, the approval that waits for one person, the tool that was bought and forgotten. We find where work waits, rebuild the path it takes, and leave your team with processes they can change without calling us.',
    valueProps: [
      {
        icon: 'clock',
        title: 'Time back, every week',
        description:
          'We take out the copying, chasing and retyping first, because that is where the hours are, and they will not be missed.',
      },
      {
        icon: 'chart',
        title: 'Numbers everyone believes',
        description:
          'Sales, finance and support read from the same records, so a meeting starts with the decision instead of the data.',
      },
      {
        icon: 'shield',
        title: 'Ready for due diligence',
        description:
          'Access, backups and policies that stand up to a customer questionnaire, an auditor or an acquirer.',
      },
    ],
  },
  services: [
    {
      slug: 'process-optimization',
      title: 'Process Optimization',
      head: {
        title: 'Process Optimization Consulting for B2B SaaS',
        description:
          'We follow real work through your SaaS or e-commerce company, price every wait and rebuild the path, so your team gets its hours back.',
      },
      drawing:
        'M4 56C4 16 60 12 60 56S24 98 24 60 76 10 88 52 60 104 56 72 100 24 116 56s-6 40 30 40h60c40 0 40-72 110-80',
      subtitle: 'Find where work waits, and rebuild the path around it.',
      description:
        'We follow real work through your company, from the first page read to the invoice paid, and time every stop. Then we remove steps, merge tools and automate what is left, in the order that pays back first. Your team keeps a map of how things run and the habit of improving it.',
      benefits: [
        'Save 20+ hours per week',
        'Reduce operational errors by up to 80%',
        'One written way of doing each recurring job',
        'New people who learn the job from the process itself',
        'Approvals that no longer wait for the founder',
      ],
      process: {
        'Follow the work':
          'We sit with the people who do it and trace ten real cases from start to finish, waits included.',
        'Price the waits':
          'Each delay gets a cost in hours and money. The list is ranked, and you choose where to stop.',
        'Rebuild the path':
          'Steps go, tools merge, automation takes the rest. We change one process at a time and run it beside the old one.',
        'Hand over the map':
          'Owners, checklists and a monthly review keep the process as good as on the day we leave.',
      },
      closing: 'Let’s find where your work waits.',
      related: ['business-operations/revops-implementation', 'ai/workflow-integration'],
      tags: ['Operations'],
    },
    {
      slug: 'infrastructure-compliance',
      title: 'Infrastructure & Compliance',
      head: {
        title: 'Infrastructure & Compliance Consulting for SaaS',
        description:
          'Access rules, backups, policies and evidence for SaaS founders whose first enterprise buyer is about to send a security questionnaire.',
      },
      drawing:
        'M4 100h48V44h24v20h24V44h24v20h24V44h24v20h24V44h24v56h100M136 100V84a14 14 0 0 1 28 0v16',
      subtitle: 'The accounts, access rules and policies an enterprise buyer asks for.',
      description:
        'Your first large customer will send a security questionnaire, and the honest answers decide the deal. We put accounts, permissions, backups and vendor contracts in order, write the policies your people will follow, and prepare the evidence before a buyer asks for it.',
      benefits: [
        'Answers to the security questionnaire, ready when it arrives',
        'Access that ends on the day a person leaves',
        'A list of every tool, its owner, its cost and its data',
        'Backups that have been restored, with the date of the last test',
        'Policies short enough to be read',
      ],
      process: {
        'Take stock':
          'Every account, vendor and data flow on one page, with the risks marked and the duplicates crossed out.',
        'Close the gaps':
          'Single sign-on, least access, backups and device rules, in the order of what could hurt most.',
        'Write it down':
          'Policies in plain words, a data map, and the processing agreements your customers expect.',
        'Keep it true':
          'A quarterly review with your team, and a folder of evidence that grows by itself.',
      },
      closing: 'Pass the next security review the first time.',
      related: [
        'business-operations/process-optimization',
        'business-operations/revops-implementation',
      ],
      tags: ['SOC 2', 'Security'],
    },
    {
      slug: 'revops-implementation',
      title: 'RevOps Implementation',
      head: {
        title: 'RevOps Implementation Consulting for B2B SaaS',
        description:
          'RevOps for B2B SaaS founders: one pipeline from first visit to renewal, handoffs with an owner and a deadline, one set of numbers.',
      },
      drawing: 'M4 14c80 0 70 44 140 44M4 58h140M4 102c80 0 70-44 140-44 90 0 96-8 172-44',
      subtitle: 'One pipeline from first visit to renewal, with one set of numbers.',
      description:
        'Marketing counts leads, sales counts deals, success counts accounts, and the totals never meet. We define the stages once, connect the systems behind them and build the report a board can read. From then on the teams argue about what to do next.',
      benefits: [
        'A forecast built from stages that mean the same to everyone',
        'Handoffs with an owner and a deadline',
        'Leads routed and answered while they are still warm',
        'Churn signals that reach a person before the renewal date',
        'One dashboard, from spend to revenue',
      ],
      process: {
        'Agree on the words':
          'Lead, opportunity, customer, churned: one definition each, signed off by every team that uses it.',
        'Connect the systems':
          'CRM, billing, product and support share one customer record, with clear rules for who may change what.',
        'Build the handoffs':
          'Routing, alerts and service levels between teams, tested with real leads before they go live.',
        'Run the cadence':
          'A weekly pipeline review and a monthly revenue review, led by us until your people lead them better.',
      },
      closing: 'Let’s get your teams to one set of numbers.',
      related: ['sales/hubspot-implementation', 'business-operations/process-optimization'],
      tags: ['RevOps'],
    },
  ],
} as const satisfies CategoryRecord;
