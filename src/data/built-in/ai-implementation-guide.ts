import { company } from '../company.ts';
import { a, b, doc, h2, h3, ol, p, quote, table, ul, type BuiltInResource } from './document.ts';

export const aiImplementationGuide: BuiltInResource = {
  slug: 'ai-implementation-guide',
  title: 'The AI Implementation Guide',
  subtitle:
    'From the first idea to an agent that does a job every day, without betting the company.',
  author: company.teamName,
  readTime: '18 min',
  type: 'Implementation Guide',
  gradient: 'purple-to-blue',
  document: doc(
    'An AI project rarely fails because the model is not clever enough. It fails because it was never told which job it should do, how well is well enough, and who decides when it is wrong. This guide goes through those decisions in order. It takes about a quarter from start to a working agent, and it is built so that you can stop after each phase with something in hand.',
    h2('Phase 1: Choose the job'),
    'Look for work that has all of these traits:',
    ul(
      'it happens every day, in volume;',
      'the input is text, images or records you already store;',
      'a person can judge the result in seconds;',
      'an error is annoying, and not a disaster.',
    ),
    'Sorting support tickets, preparing quotes, matching invoices, filling CRM fields after a call and answering “where is my order” are typical first jobs. Setting prices, giving legal advice and firing off campaigns on their own are not.',
    table(
      ['Question', 'Good sign', 'Bad sign'],
      ['How often?', 'Dozens of times a day', 'Twice a month'],
      ['What does it cost today?', 'You can name the hours', '“It feels slow”'],
      ['Who judges the result?', 'The person who does it now', 'A committee'],
      ['What if it is wrong?', 'Someone corrects it', 'A customer is harmed'],
    ),
    h3('Rule out the cheaper answer'),
    'If the job follows rules that fit on a page, an ordinary automation is cheaper, faster and never makes things up. Use AI where the input is messy and judgment is needed. Many good projects turn out to be mostly automation, with a model for the one step that needs to read.',
    h2('Phase 2: Write the exam before the agent'),
    'Collect two hundred past cases with the answer a good colleague gave. Remove what must not leave your systems. Put a quarter of them aside, and do not look at those until the end.',
    'Decide now what passes. For example: 95 of 100 tickets in the right queue, none of the angry ones in the wrong place, and an honest “I do not know” for whatever is left. The people who do the job today should set these numbers, because they know which mistakes hurt.',
    quote('If you cannot write the exam, you are not ready to hire the agent.'),
    h2('Phase 3: Build small, with limits'),
    ol(
      [b('Give it a role. '), 'One job, one page: inputs, outputs, tone, what it must never do.'],
      [
        b('Give it the least access. '),
        'Read before write, drafts before sending, one mailbox before all of them.',
      ],
      [
        b('Give it a way out. '),
        'When it is unsure, it hands over to a named person with everything it has found.',
      ],
      [b('Give it a log. '), 'Every decision with its input, so that you can replay any of them.'],
      [
        b('Give it a switch. '),
        'Anyone responsible can turn it off, and the work goes on by hand.',
      ],
    ),
    h2('Phase 4: Release in steps'),
    'First the agent writes drafts that a person sends. You count how many are sent unchanged. When that number has been good for two weeks, let it finish the simplest class of cases alone, and check a sample every day. Add a class at a time. Most teams find a level at which the last tenth is better left to people, and they are right to stop there.',
    'Keep the old way of working ready until the new one has survived a bad week: a product launch, a holiday, an outage. That is when unusual cases arrive together, and when you learn whether the handover to a person works under load.',
    h3('Tell people'),
    'Customers should know when they talk to a machine and how to reach a person. Your team should know what will happen to the hours that are freed up. If you do not tell them, they will guess, and the pilot will fail for reasons that are never said aloud.',
    h2('Phase 5: Run it like a colleague'),
    'An agent in production has a manager, a monthly review and a number it is responsible for. Models change, products change, customers find new ways to ask. Run the exam again with every change, and add each real mistake to it. After half a year that exam is worth more than the agent.',
    h2('What it should cost you to find out'),
    'The first two phases need your people’s time and almost no software. If the business case does not survive them, you have spent a few days and learned which job to try next. That is the cheapest AI project there is.',
    p(
      'We run this process as a ',
      a('/services/ai/strategy-roadmap', 'strategy and roadmap'),
      ' engagement, and build the agents with you in ',
      a('/services/ai/agent-development', 'agent development'),
      '.',
    ),
  ),
};
