import {
  a,
  assetLink,
  b,
  code,
  doc,
  h2,
  h3,
  h4,
  hr,
  ol,
  p,
  sub,
  table,
  ul,
} from '#data/built-in/document.ts';
import { post } from '../entry.ts';

export const ecommerceOperations = post('post-ecommerce-operations', '2026-06-09T06:00:00.000Z', {
  title: 'The quiet automations behind a calm e-commerce team',
  slug: 'quiet-ecommerce-automations',
  author: 'Ilya Brandt',
  publishedDate: '2026-06-08T08:00:00+02:00',
  featuredImage: 'asset-conveyor',
  excerpt:
    'Normal orders survive peak season by themselves. The exceptions do not. Seven small automations that take them off people’s desks before November.',
  category: 'Operations',
  tags: ['E-commerce', 'Automation', 'Operations'],
  seoTitle: 'Seven quiet automations for e-commerce operations',
  content: doc(
    p(
      'Summer is when shops should get ready for November, so here is a job for a slow Wednesday. Sit down next to the people in the back office and watch what they touch. The normal orders run by themselves. The team is busy with the rest: an address that does not exist, a parcel that came back, a payment that is neither here nor there, a customer who ordered twice by accident.',
    ),
    p(
      'Suppose four orders in a hundred need a hand, eight minutes each. At 500 orders a day that is 160 minutes, which one patient person absorbs without anyone noticing. At 2,500 orders on a peak day it is more than thirteen hours. Nothing in the shop got worse, and yet two people have to appear from somewhere, trained, for nine days.',
    ),
    h2('Count before you build'),
    p(
      'For two weeks, everyone who touches an order by hand puts a mark on a list, with one word for the reason. No tool, no categories in advance. Then sort the words by how often they appear and multiply by the minutes. My guess is that the top three will surprise you, and that one of them is a setting.',
    ),
    h2('Seven that nearly always help'),
    h3('Before the parcel leaves'),
    ol(
      [
        b('Address check at the door. '),
        'Validate while the customer types, when a mistake takes five seconds to correct.',
      ],
      [
        b('The double order. '),
        'Same customer, same cart, within an hour: hold it and ask with one click which they want.',
      ],
      [
        b('The impossible promise. '),
        'When stock minus open orders falls below zero, the page says so before anyone pays.',
      ],
    ),
    h3('While it travels'),
    ol(
      [
        b('The parcel that stopped. '),
        'No scan for three days means a message to the customer before they write to you, and a task for whoever talks to the carrier.',
      ],
      [
        b('The return that is on its way. '),
        'For customers with a good record, refund on the first scan. You save a ticket, and their next order comes sooner.',
      ],
    ),
    h3('After it arrives'),
    ol(
      [
        b('Payments that do not match. '),
        'Reconcile every night, sort what is left by cause, and let a person look at ten lines in the morning.',
      ],
      [
        b('The supplier who slips. '),
        'Compare promised and actual dates on every delivery. In the next negotiation a trend is worth more than an anecdote.',
      ],
    ),
    h4('A rule in the form we write them'),
    p('Each automation is one sentence that the warehouse and the developer both sign:'),
    p(
      code(
        'WHEN no carrier scan for 72 h AND status = "shipped"\nTHEN notify customer (template: delay)\nAND open task for carrier desk, due today\nUNLESS a task is open already',
      ),
    ),
    p(
      'Read the last line twice. An automation without an ',
      code('UNLESS'),
      ' is how a customer ends up with forty emails about one parcel. Ask the people who do the work today for the exceptions to the exception. They know them all.',
    ),
    hr(),
    h2('What to switch on first'),
    table(
      ['Automation', 'Effort', 'If it is wrong'],
      ['Double order', 'A day', 'One question too many'],
      ['Stopped parcel', 'Two days', 'A message too early'],
      ['Address check', 'Two days', 'A valid address is questioned'],
      ['Unmatched payments', 'A week', 'A person finds it next morning'],
      ['Refund on first scan', 'Three days', 'You pay for an empty box'],
    ),
    p(
      'Efforts are for a shop on a common platform with a developer who knows it. Work down the list: begin where a mistake is cheap, and leave the rules that move money until the log has been boring for a month.',
    ),
    h2('Where a model helps'),
    p(
      'In one place, where the input is free text or a picture. “It came broken but I kept it, can I have something off” has to become one of five cases, and rules are poor at reading. Everything above is a rule. A ZIP code has five digits. You need no model to count to five. One would burn CO',
      sub('2'),
      ', and now and then it would answer six.',
    ),
    h2('What you will notice'),
    ul(
      'The first automation takes a week because of the access rights. The later ones take days.',
      'Tickets fall before anyone mentions it.',
      'After the third, the team comes to you with the next idea. From there on it runs without you.',
    ),
    p(
      'The seven with their rules are in ',
      assetLink('asset-automation-list', 'a table you can download'),
      ' and hand to your developer. If you would rather have them built, that is ',
      a('/services/ai/workflow-integration', 'workflow integration'),
      '.',
    ),
  ),
});
