import type { CategoryRecord } from './types.ts';

export const ai = {
  slug: 'ai',
  title: 'AI',
  intro: 'Agents with a job description, a boss and a number they have to move.',
  page: {
    head: {
      title: 'AI Consulting for SaaS and E-commerce Founders',
      description:
        'AI consulting for B2B SaaS and e-commerce founders: which jobs an agent can do, agents built with limits and tests, and a person in charge.',
    },
    // an agent at work on the line
    drawing:
      'M4 98h66c16 0 22-8 22-20V46c0-12 8-20 20-20h60c12 0 20 8 20 20v26c0 12-8 20-20 20h-40M124 52v10M160 52v10M142 26V12M192 62c54 0 60-38 124-52',
    subtitle: 'Put agents to work where they earn their keep.',
    description:
      'Most AI projects start with a tool and look for a use. We start with a job your team does every day, check whether an agent can do it well enough, and build it with limits, tests and a person in charge. If a plain automation does the job for less, we say so.',
    valueProps: [
      {
        icon: 'compass',
        title: 'A business case first',
        description:
          'Every agent begins with a task, its cost today and the result that would make it worth keeping.',
      },
      {
        icon: 'plug',
        title: 'Inside your own systems',
        description:
          'Agents work in your CRM, help desk and documents, with the access you grant and a log of what they did.',
      },
      {
        icon: 'people',
        title: 'People stay in charge',
        description:
          'Doubtful cases go to a person, results are sampled, and anyone responsible can switch an agent off.',
      },
    ],
  },
  services: [
    {
      slug: 'strategy-roadmap',
      title: 'AI Strategy & Roadmap',
      head: {
        title: 'AI Strategy Consulting for SaaS and E-commerce',
        description:
          'AI strategy for founders: your jobs ranked by cost and return, a clear no for the rest, and a first project that is done within a quarter.',
      },
      drawing:
        'M4 98c46 0 52-34 96-34s54 26 100 12 62-56 116-64M100 24a10 10 0 1 1-.1 0M200 30a10 10 0 1 1-.1 0M36 40a10 10 0 1 1-.1 0',
      subtitle: 'Which jobs to give to AI, in which order, and which to leave alone.',
      description:
        'We go through your operations job by job and sort them: worth an agent, worth an automation, worth leaving alone. You get a roadmap with costs, risks and owners, and a first project small enough to finish within a quarter.',
      benefits: [
        'A ranked list of use cases with cost and return',
        'A clear no for ideas that only demo well',
        'Your data and access checked first',
        'Rules for privacy, review and liability your counsel can read',
        'A first project with a date and a number',
      ],
      process: {
        'Map the jobs':
          'Interviews and shadowing in each team: what is done, how often, by whom, and what an error costs.',
        'Score them':
          'Value, feasibility and risk for every job, with the assumptions written beside the score.',
        'Try the best one':
          'A prototype on your real data, judged by the people who do the job today.',
        'Plan the year':
          'A roadmap of quarters, budgets and owners, and the point at which to stop.',
      },
      closing: 'Let’s choose the first job for AI.',
      related: ['ai/agent-development', 'ai/workflow-integration'],
      tags: ['AI agents'],
    },
    {
      slug: 'agent-development',
      title: 'AI Agent Development',
      head: {
        title: 'AI Agent Development for SaaS and E-commerce',
        description:
          'Custom AI agents for B2B SaaS and e-commerce teams: one job each, tested on your own past cases, with limits and a handover to a person.',
      },
      drawing:
        'M4 100h92V42c0-14 8-22 22-22h84c14 0 22 8 22 22v58h92M136 50v12M184 50v12M140 82c12 6 28 6 40 0',
      subtitle: 'Custom agents that finish a job, and know when to ask.',
      description:
        'We build agents for one job each: triage a ticket, qualify a lead, prepare a quote, reconcile an order. Each is tested on your past cases before it meets a customer, works within limits you set, and hands over to a person when it is not sure.',
      benefits: [
        'Agents measured against your own past cases',
        'Clear limits on what each one may read, write and spend',
        'A handover to a person, with the context attached',
        'Logs you can read and replay',
        'Code and prompts that belong to you',
      ],
      process: {
        'Write the job description':
          'Inputs, outputs, limits, escalation and the number the agent has to move.',
        'Build the test':
          'A few hundred past cases with known good answers become the exam every version must pass.',
        Develop: 'Short cycles: build, examine, correct. You see the results of every round.',
        'Release in steps':
          'First as a draft for a person, then on simple cases, then on its own with samples checked.',
      },
      closing: 'Which job should your first agent take?',
      related: ['ai/workflow-integration', 'sales/automation'],
      tags: ['AI agents'],
    },
    {
      slug: 'workflow-integration',
      title: 'AI Workflow Integration',
      head: {
        title: 'AI Workflow Consulting for SaaS and E-commerce',
        description:
          'We connect AI agents to the inbox, CRM and help desk your team already uses, and monitor them so that you hear of a failure first.',
      },
      drawing:
        'M4 56h60a30 30 0 0 1 30-30h40a30 30 0 0 1 0 60H94a30 30 0 0 1-30-30M316 56h-60a30 30 0 0 0-30-30h-40a30 30 0 0 0 0 60h40a30 30 0 0 0 30-30',
      subtitle: 'Connect agents and tools to the work your team already does.',
      description:
        'An agent in a separate window is one more tab. We connect it to the inbox, the CRM and the help desk your people use, so that its work arrives where theirs does. Integrations are monitored, documented and built to survive the next change of tool.',
      benefits: [
        'Save 20+ hours per week',
        'Results that appear in the tools your team has open',
        'One login and one set of permissions',
        'Alerts when a connection breaks, before a customer notices',
        'Documentation your own engineers can maintain',
      ],
      process: {
        'Trace the workflow':
          'Where the task starts, what it touches and where its result has to be.',
        Connect: 'Interfaces, permissions and error handling, in a test account first.',
        'Run in parallel':
          'Old way and new way side by side until the results agree and the team prefers the new one.',
        Monitor: 'Volumes, failures and hours saved on one page, and a named person who reads it.',
      },
      closing: 'Put AI where your team already works.',
      related: ['ai/agent-development', 'business-operations/process-optimization'],
      tags: ['E-commerce'],
    },
  ],
} as const satisfies CategoryRecord;
