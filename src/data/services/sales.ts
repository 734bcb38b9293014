import type { CategoryRecord } from './types.ts';

export const sales = {
  slug: 'sales',
  title: 'Sales',
  intro: 'A CRM people want to open, a process they follow, and less typing in between.',
  services: [
    {
      slug: 'hubspot-implementation',
      title: 'HubSpot Implementation',
      head: {
        title: 'HubSpot Implementation Consulting for B2B SaaS',
        description:
          'HubSpot consultants for B2B SaaS and e-commerce: we set it up around the way your deals are won, move your data in clean and train your team.',
      },
      drawing:
        'M4 56h132M184 56h132M160 32a24 24 0 1 1-.1 0M142 40L112 14M178 40l30-26M142 72l-30 26M178 72l30 26',
      subtitle: 'A CRM your team fills in, because it helps them sell.',
      description:
        'A CRM fails when it serves the report and forgets the seller. We set HubSpot up around the way your deals are won, move your data in clean, and train people on their own pipeline. If you already have HubSpot and your team does not trust it, we repair what is there.',
      benefits: [
        'Pipelines that match how your customers buy',
        'Clean data in, with duplicates merged and owners set',
        'Required fields you can count on one hand',
        'Reports that answer the questions you ask on Monday',
        'Training on your own deals, recorded for the next hire',
      ],
      process: {
        Blueprint:
          'Objects, stages, properties and permissions on paper first, agreed with the people who will use them.',
        'Build and migrate':
          'We configure, clean and import in a sandbox, and show you the result with your own records.',
        'Go live':
          'One date, one system. We sit beside the team while it settles in and fix what rubs.',
        Adopt:
          'Usage is reviewed weekly until the pipeline in HubSpot is the pipeline everyone talks about.',
      },
      closing: 'Let’s build a HubSpot your sellers open first.',
      related: ['sales/automation', 'business-operations/revops-implementation'],
      tags: ['CRM'],
    },
    {
      slug: 'process-optimization',
      title: 'Sales Process Optimization',
      head: {
        title: 'Sales Process Consulting for B2B SaaS Founders',
        description:
          'Sales consulting for B2B SaaS founders: few stages with clear exits, a playbook from your own best calls, and reviews that keep it alive.',
      },
      drawing: 'M4 102h64c14 0 2-28 16-28h48c14 0 2-28 16-28h48c14 0 2-28 16-28h104',
      subtitle: 'Shorter cycles, because every stage has a reason and an exit.',
      description:
        'We listen to calls, read the lost deals and compare your best seller with the rest. What comes out is a process of a few stages, each with a buyer action that proves it, and a playbook short enough to be used. Coaching and reviews keep it alive after the workshop.',
      benefits: [
        'Stages defined by what the buyer has done',
        'Deals qualified out early, while that is still cheap',
        'A playbook taken from your own best calls',
        'A forecast that stops surprising the board',
        'A written ramp plan for every new seller',
      ],
      process: {
        'Listen to the calls':
          'Recordings, emails and lost-deal notes show where deals slow down and what the winners did.',
        'Redraw the stages':
          'Few stages, clear exits, and a qualification that a seller can do in the first call.',
        'Write the playbook':
          'Questions, objections, follow-ups and next steps, in the words your best people already use.',
        Coach: 'Weekly deal reviews and call coaching, which your managers take over one by one.',
      },
      closing: 'Let’s take the waiting out of your pipeline.',
      related: ['sales/hubspot-implementation', 'marketing/funnel-optimization'],
      tags: ['Sales process', 'Pipeline'],
    },
    {
      slug: 'automation',
      title: 'Sales Automation',
      head: {
        title: 'Sales Automation Consulting for B2B SaaS',
        description:
          'Sales automation for B2B SaaS and e-commerce teams: routing, follow-ups, notes and renewals run by rule, with a person where judgment pays.',
      },
      drawing: 'M4 98h96c110 0 110-88 52-88s-58 88 52 88c60 0 70-60 112-84',
      subtitle: 'Let the system chase, remind and log while sellers talk to buyers.',
      description:
        'Sellers lose their day to notes, reminders and updates. We automate what follows a rule, from lead routing to renewal notices, and keep a person wherever judgment earns money. Each automation has an owner and an off switch.',
      benefits: [
        'New leads in the hands of a person the moment they arrive',
        'Follow-ups that happen on busy days too',
        'Quotes and contracts drafted from the deal record',
        'Call notes and next steps logged without typing',
        'Renewals flagged while there is time to act',
      ],
      process: {
        'Time the day':
          'We measure where selling time goes and list every task that follows a rule.',
        'Design with limits':
          'For each task: trigger, action, owner, and the case in which a person must look.',
        'Build and watch':
          'Automations run in the background first, and go live when their results match what a careful person would have done.',
        Maintain:
          'A register of all automations, an alert when one fails, and a quarterly cleanup.',
      },
      closing: 'Give your sellers their day back.',
      related: ['sales/hubspot-implementation', 'ai/agent-development'],
      tags: ['Automation'],
    },
  ],
} as const satisfies CategoryRecord;
