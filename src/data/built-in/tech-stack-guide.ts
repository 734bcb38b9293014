import { company } from '../company.ts';
import { a, b, doc, h2, h3, i, ol, p, quote, table, ul } from './document.ts';
import type { BuiltInResource } from './index.ts';

export const techStackGuide: BuiltInResource = {
  slug: 'tech-stack-guide',
  title: 'The Tech Stack Guide',
  subtitle: 'Which tools a growing company needs, in which order, and how to get rid of the rest.',
  author: company.teamName,
  readTime: '12 min',
  type: 'Guide',
  gradient: 'blue-to-green',
  document: doc(
    'Nobody plans a messy stack. It grows one free trial at a time, each with a good reason, until a customer’s address lives in five places and is right in two. This guide helps you decide what to keep, what to connect and what to switch off.',
    h2('Start with the records, then look at the tools'),
    'Your company runs on a handful of records: customers, deals, subscriptions, tickets, orders. For each of them, exactly one system must be the place where the truth is written. Every other system may show it and may not change it.',
    table(
      ['Record', 'Where the truth usually belongs', 'A sign that it does not'],
      ['Company and contact', 'CRM', 'Sales keeps a list of “real” contacts elsewhere'],
      ['Deal', 'CRM', 'The forecast is a spreadsheet'],
      ['Subscription and invoice', 'Billing system', 'Support asks finance who is a customer'],
      ['Ticket', 'Help desk', 'Answers are given in private chats'],
      ['Order and stock', 'Shop or ERP', 'Two systems count the same shelf'],
    ),
    'Fill in the table for your company before you read on. If two people fill in a row differently, you have found your first project.',
    h2('The order in which a stack should grow'),
    ol(
      [
        b('One CRM. '),
        'With few fields, clear stages and an owner. Everything later depends on its data.',
      ],
      [
        b('Billing that talks to it. '),
        'So that “customer” means somebody who pays, in every report.',
      ],
      [b('A help desk. '), 'As soon as two people answer customers.'],
      [
        b('Product or shop events. '),
        'A few that matter, with names that marketing and engineering both use.',
      ],
      [b('Automation. '), 'Between systems whose data you trust by now.'],
      [b('Analytics across all of it. '), 'Last, because it can only be as good as the rest.'],
    ),
    'Companies that start at the end of this list buy dashboards that show, in great detail, that nobody knows.',
    'The order holds for shops as well. There the order system takes the place of the CRM in the first row, and stock comes before billing, because a sale you cannot ship costs more than an invoice that goes out late.',
    h2('Take stock in an afternoon'),
    'Export the last three months of card and invoice payments, and list every subscription. Add what is free. For each line write down:',
    ul(
      'who opened it last, and when;',
      'what record it holds that exists nowhere else;',
      'what would break on the day it disappeared;',
      'what it costs, including the hours spent feeding it.',
    ),
    'A tool that nobody opened this month, holds nothing of its own and breaks nothing can go on Friday. A tool that holds records of its own needs a plan.',
    h3('How to retire a tool'),
    'Name an owner and a date. Export everything and test that the export can be read. Move the records that matter, set the old system to read-only for one billing period, then close it and delete its access keys. Tell people once, in writing, where each thing lives now.',
    quote('The hard part of removing a tool is removing the habit that came with it.'),
    h2('Connect what stays'),
    'Two tools that both stay need a connection with a direction. Decide for every field which side writes it, and let the other side only read. Connections that write both ways look generous in a demo, and one day they copy an empty field over a full one.',
    ul(
      'Use the link that one of the two vendors maintains, if there is one.',
      'If not, use one automation tool for all your connections, under a company account with two owners.',
      'Let every connection report when it fails, to a channel that somebody reads.',
      'Keep a list: from, to, which fields, who to call.',
    ),
    'When you next change a tool, that list tells you in a minute what will break. Without it you find out from customers.',
    h2('Before you buy the next one'),
    'Ask four questions, and write the answers into the request:',
    ol(
      'Which record does it write, and who decided that it may?',
      'Which tool does it replace? “None” needs a reason.',
      'Who will own it in a year’s time?',
      'How do we get our data out, and has anybody tried?',
    ),
    p(
      'For most companies below a hundred people, the best next tool is ',
      i('the one they already have'),
      ', set up properly. We see more unused features than missing ones.',
    ),
    p(
      'If your list turned out longer than you expected, that is what ',
      a('/services/business-operations', 'business operations'),
      ' work is for.',
    ),
  ),
};
