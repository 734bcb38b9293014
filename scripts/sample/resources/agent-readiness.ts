import {
  a,
  b,
  doc,
  entry,
  h2,
  h3,
  i,
  li,
  ol,
  p,
  quote,
  table,
  ul,
} from '#data/built-in/document.ts';
import { resource } from '../entry.ts';

export const agentReadiness = resource('resource-agent-readiness', '2026-06-15T08:00:00.000Z', {
  title: 'Agent readiness scorecard',
  slug: 'agent-readiness-scorecard',
  subtitle:
    'Twelve statements that tell whether a job is ready for an AI agent, before you pay anyone.',
  author: 'Ilya Brandt',
  readTime: '2 min',
  type: 'Scorecard',
  gradient: 'purple-to-blue',
  content: doc(
    p(
      'Choose one job, for example “sort incoming support tickets”. Read each statement and give it 2 points if it is true today, 1 if it could be true within a month, and 0 otherwise. Do it with the person who does the job.',
    ),
    h2('The job'),
    ul(
      'It happens at least twenty times a day.',
      'A new colleague could learn it from a two-page description.',
      'We know what it costs today, in hours a week.',
      'No one would be sorry to do less of it.',
    ),
    h2('The data'),
    ul(
      'Everything needed to do it is stored somewhere a program can read.',
      'We have two hundred past cases with the right answer.',
      'We know which of that data must not leave our systems.',
      'The records agree with each other more often than not.',
    ),
    h2('The people'),
    ul(
      'Someone can tell in ten seconds whether a result is right.',
      'That person has half an hour a day for the first month.',
      'One person will own the agent’s number.',
      'There is a place for cases the agent gives back, and someone who looks at it.',
    ),
    h2('Your score'),
    table(
      ['Points', 'What it means', 'Do this next'],
      ['20 to 24', 'Ready', 'Write the exam, then build'],
      ['14 to 19', 'Nearly', 'Repair the zeros, usually data or ownership'],
      ['8 to 13', 'Too early', 'Automate the parts that follow rules'],
      ['0 to 7', 'Wrong job', 'Score another one'],
    ),
    quote('A low score costs an hour. A pilot that should not have started costs a quarter.'),
    h2('An example, worked through'),
    p(
      'Take a shop that wants an agent to answer “where is my order”. The job scores 8 of 8: it comes in all day, the rules fit on two pages, the hours are known and no one loves it. The data scores 5, because tracking numbers sit in the carrier’s portal and past answers were never kept in one place. The people score 4: the support lead can judge a reply at a glance and has the time, but no one has agreed to own the number, and returned cases have nowhere to go.',
    ),
    p('The sum is 17, so “nearly”. The list for the coming month writes itself:'),
    ol(
      'Connect the carrier’s data to the help desk. This is worth having without any agent.',
      'Collect the answers from now on, with the order they belong to.',
      li(
        p('Settle the ownership in one conversation:'),
        ul(
          'who owns the share of questions answered correctly;',
          'which queue takes the cases that come back;',
          'who looks at that queue, and when.',
        ),
      ),
      'Score again, with the same person, on the same sheet.',
    ),
    h2('Two scores that matter more than the sum'),
    p(
      b('A zero for ownership '),
      'sinks any project. If the number finds no owner, stop at once, whatever the rest says.',
    ),
    p(
      b('A zero for past cases '),
      'can be repaired. Start collecting today: the input, the answer, and who gave it. In six weeks you will have your exam, and as a side effect you will know how often ',
      i('people'),
      ' disagree with each other.',
    ),
    h3('Score several jobs'),
    p(
      'Three jobs on three sheets take a morning, and the comparison settles arguments that a single score cannot. Start with the job that is ready, even if another one would pay more. The first agent also has to teach your team how to run one.',
    ),
    entry('post-ai-agents-pay'),
    p(
      'Ready? Our ',
      a('/services/ai/agent-development', 'agent development'),
      ' begins with the job description and the exam.',
    ),
  ),
});
