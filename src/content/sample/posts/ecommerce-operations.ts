import { a, assetLink, b, code, doc, h2, h3, h4, hr, ol, p, sub, ul } from '../../document.ts';
import { post } from '../entry.ts';

export const ecommerceOperations = post('post-ecommerce-operations', '2026-07-20T08:00:00.000Z', {
  title: 'The quiet automations behind a calm e-commerce team',
  slug: 'quiet-ecommerce-automations',
  author: 'Ilya Brandt',
  publishedDate: '2026-07-20',
  featuredImage: 'asset-conveyor',
  excerpt:
    'Peak season does not break shops, exceptions do. Seven small automations that take the exceptions off people’s desks.',
  category: 'Operations',
  tags: ['E-commerce', 'Automation', 'Operations'],
  seoTitle: 'Seven quiet automations for e-commerce operations',
  content: doc(
    p(
      'Walk into a shop’s back office in November and look at what people are doing. The normal orders run by themselves. The team is busy with the other four percent: an address that does not exist, a parcel that went back, a payment that is neither here nor there, a customer who ordered twice by accident.',
    ),
    p(
      'When volume doubles, exceptions double too, and they are the only part that needs people. So the way to survive a peak is to make exceptions boring.',
    ),
    h2('Count them first'),
    p(
      'For two weeks, everyone who touches an order by hand puts a mark on a list with one word for the reason. That is all. At the end you have a ranking, and the first three reasons are usually two thirds of the marks.',
    ),
    h2('Seven that nearly always help'),
    h3('Before the parcel leaves'),
    ol(
      [
        b('Address check at the door. '),
        'Validate when the customer types, not when the label prints. They can correct it and will thank you.',
      ],
      [
        b('The double order. '),
        'Same customer, same basket, within an hour: hold it and ask with one click which they want.',
      ],
      [
        b('The impossible promise. '),
        'If stock minus open orders is below zero, the page says so before anyone pays.',
      ],
    ),
    h3('While it travels'),
    ol(
      [
        b('The parcel that stopped. '),
        'No scan for three days means a message to the customer before they ask, and a task for the carrier desk.',
      ],
      [
        b('The return that is on its way. '),
        'Refund on the first scan for customers with a good record. You save the ticket and win the next order.',
      ],
    ),
    h3('After it arrives'),
    ol(
      [
        b('Payments that do not match. '),
        'Reconcile every night, sort what is left by cause, and let a person look at ten lines and not at a thousand.',
      ],
      [
        b('The supplier who slips. '),
        'Compare promised and actual dates on every delivery. The trend is worth more than the argument.',
      ],
    ),
    h4('A rule in the form we write them'),
    p('Each automation is one sentence that both the warehouse and the developer sign:'),
    p(
      code(
        'WHEN no carrier scan for 72 h AND status = "shipped"\nTHEN notify customer (template: delay)\nAND open task for carrier desk, due today\nUNLESS a task is open already',
      ),
    ),
    p(
      'The last line matters most. Automations without an ',
      code('UNLESS'),
      ' are how people end up with forty emails.',
    ),
    hr(),
    h2('Where a model helps'),
    p(
      'Only where the input is free text or a picture: reading “it came broken but I kept it, can I have something off” and deciding which of five cases it is. Everything above is rules. If a vendor wants to sell you an agent for address checks, ask how many grams of CO',
      sub('2'),
      ' it takes to find out that a postcode has five digits.',
    ),
    h2('What to expect'),
    ul(
      'The first automation takes a week, the seventh a day.',
      'Tickets fall before anyone notices, and they notice when peak comes.',
      'The team starts to bring you the next one. That is the result that lasts.',
    ),
    p(
      'We keep the list of the seven with their rules as ',
      assetLink('asset-automation-list', 'a table you can download'),
      '. If you would rather have them built, see ',
      a('/services/ai/workflow-integration', 'workflow integration'),
      '.',
    ),
  ),
});
