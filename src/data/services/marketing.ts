import type { CategoryRecord } from './types.ts';

export const marketing = {
  slug: 'marketing',
  title: 'Marketing',
  intro: 'Demand you can trace, from a page that is read to revenue that is booked.',
  services: [
    {
      slug: 'seo-content-strategy',
      title: 'SEO & Content Strategy',
      head: {
        title: 'SEO & Content Strategy Consulting for B2B SaaS',
        description:
          'SEO consulting for B2B SaaS: the questions your buyers ask before they buy, and the pages and editorial habit that hold the position.',
      },
      drawing:
        'M4 94c60 0 84-12 112-28s40-22 66-22c50 0 70-14 134-36M150 12a42 42 0 1 1-.1 0M182 84l34 24',
      subtitle: 'Pages your buyers search for, written by people who know the answer.',
      description:
        'Traffic is easy to buy and hard to keep. We find the questions your buyers ask shortly before they buy, decide which of them you deserve to rank for, and build the pages, the internal links and the editorial habit that hold the position. One of us did it before: 61× ROAS on organic.',
      benefits: [
        'A topic plan ranked by revenue, with volume second',
        'Articles your sales team sends to prospects',
        'Technical problems fixed first',
        'Old pages merged, updated or retired on a schedule',
        'Reporting from search to signed deal',
      ],
      process: {
        Listen:
          'Sales calls, support tickets and search data tell us the words your buyers use and the doubts they have.',
        'Choose the ground':
          'We pick the topics where you have something to say and a fair chance to win, and leave the rest.',
        Publish:
          'Briefs, interviews with your experts, editing, and a release rhythm that survives a busy month.',
        Compound:
          'Every quarter we improve what almost ranks, link what belongs together and cut what never will.',
      },
      closing: 'Be the answer your buyers find.',
      related: ['marketing/lead-generation-strategy', 'marketing/brand-positioning-messaging'],
      tags: ['SEO', 'Content'],
    },
    {
      slug: 'lead-generation-strategy',
      title: 'Lead Generation Strategy',
      head: {
        title: 'Lead Generation Consulting for B2B SaaS',
        description:
          'Lead generation for B2B SaaS and e-commerce founders: two or three channels built well, and measured on meetings held and deals won.',
      },
      drawing:
        'M8 22h.1M34 92h.1M52 48h.1M84 14h.1M92 78h.1M124 44h.1M134 98h.1M160 72C214 72 224 32 316 22',
      subtitle: 'Fewer leads that sales ignores, and more that get a call within the hour.',
      description:
        'A lead is worth what sales does with it. We start from the customers you would like to have twice, work out where they can be reached and what would make them answer, and build two or three channels well. Everything is measured on meetings held and deals won.',
      benefits: [
        'A definition of a good lead that marketing and sales both signed',
        'Two or three channels run well in place of seven run badly',
        'Offers a prospect would miss if they went away',
        'Cost per opportunity by channel, every week',
        'A test plan that makes the next channel a decision',
      ],
      process: {
        'Study the best customers':
          'We interview the ones who pay, stay and refer, and look for what they had in common before they found you.',
        'Pick the channels':
          'Reach, cost and proof decide. Each channel gets a budget, a goal and a date when it is judged.',
        'Build the offers':
          'Audits, calculators, templates and talks that help the buyer even if they never buy.',
        'Close the loop':
          'Sales feedback flows back every week; what does not turn into meetings is stopped.',
      },
      closing: 'Let’s fill the calendar with calls worth taking.',
      related: ['marketing/funnel-optimization', 'sales/hubspot-implementation'],
      tags: ['Lead generation'],
    },
    {
      slug: 'funnel-optimization',
      title: 'Funnel Optimization',
      head: {
        title: 'Funnel Optimization Consulting for SaaS Founders',
        description:
          'We find the step of your signup, trial or checkout that loses the most money, learn why people leave, and test a better one.',
      },
      drawing:
        'M4 56C18-8 36-8 50 56s28 60 42 0 24-46 38 0 20 32 34 0 18-16 36-8c30 14 60-6 112-30',
      subtitle: 'Repair the step that loses the most money before buying more visitors.',
      description:
        'Most funnels have one step that loses more than all the others together. We find it in your data, watch recordings and read the replies to learn why, and change that step first. Then the next one. More visitors come last, when each of them is worth more.',
      benefits: [
        'The costliest leak, found and priced',
        'Experiments with a hypothesis, a sample size and an end date',
        'Signup and demo flows that ask for what is needed and nothing else',
        'Onboarding measured by the first moment of value',
        'A funnel report that product, marketing and sales share',
      ],
      process: {
        'Measure the steps':
          'We check the tracking, repair it where it lies, and lay out the funnel with real rates and real values.',
        'Ask why':
          'Recordings, short surveys and calls with people who left explain what the numbers only show.',
        'Change one thing':
          'The biggest leak gets a new version, tested against the old one until the answer is clear.',
        'Lock in the gain':
          'The winner ships, the loser is written up, and the next step in the funnel takes its turn.',
      },
      closing: 'Which step loses you the most? Let’s find it.',
      related: ['marketing/lead-generation-strategy', 'sales/process-optimization'],
      tags: ['Metrics'],
    },
    {
      slug: 'brand-positioning-messaging',
      title: 'Brand Positioning & Messaging',
      head: {
        title: 'Brand Positioning Consulting for SaaS Founders',
        description:
          'Positioning for B2B SaaS founders whose home page needs the demo to make sense: one comparison you win, in words your buyers use.',
      },
      drawing: 'M4 100h96V14c40-16 60 18 104 0v44c-44 18-64-16-104 0M100 100c80 0 140-10 216-60',
      subtitle: 'Say what you do so plainly that the right buyer leans in.',
      description:
        'If a prospect needs the demo to understand the home page, the position is unclear. We find the one comparison in which you win, put it into words your buyers would use, and carry it through the site, the deck and the first call, so that everyone in the company tells one story.',
      benefits: [
        'A position built on what your best customers say about you',
        'A home page that a stranger can repeat after one look',
        'A message for each buyer in the room: user, boss and finance',
        'A sales deck that starts with their problem',
        'A short guide that keeps new copy in the same voice',
      ],
      process: {
        Interview:
          'Customers, lost deals and your own team tell us what you are compared with and why you win.',
        Decide:
          'One workshop, one page: for whom, against what, with which proof. Founders in the room.',
        Write: 'Headlines, pages, deck and emails, tested on people who have never heard of you.',
        'Roll out': 'Everything customer-facing changes together, and the team practices it.',
      },
      closing: 'Say it so plainly that buyers repeat it.',
      related: ['marketing/seo-content-strategy', 'marketing/funnel-optimization'],
      tags: ['Pricing'],
    },
  ],
} as const satisfies CategoryRecord;
