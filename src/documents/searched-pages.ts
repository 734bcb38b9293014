/** What search knows of the pages that come from the code: services, prices, partners, contact, careers, legal texts. */
import { proofPoints, story } from '#data/claims.ts';
import { company, officeHours } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { formatPrice } from '#data/prices.ts';
import * as legal from '#data/legal.ts';
import { messages } from '#data/messages.ts';
import { pageTitles } from '#data/page-titles.ts';
import { categoryAnchor, categoryPath, partnerPath, routes, servicePath } from '#data/routes.ts';
import { categories, getCategory, services } from '#data/services/index.ts';
import { team } from '#data/team.ts';
import { testimonial } from '#data/testimonials.ts';

export interface SearchedPage {
  /** Path, with a fragment where a part of a page is meant. */
  path: string;
  title: string;
  /** The kind of page, as the results show it. */
  type: string;
  /** What people call it, between commas. */
  words?: string;
  headings?: readonly string[];
  /** The summary, and the paragraphs of the text. */
  texts: readonly string[];
}

/** What people call the services, by category and slug. */
const servicesAsCalled: Readonly<Record<string, string>> = {
  'business-operations/process-optimization':
    'process improvement, business process optimization, manual work, manual tasks, efficiency, streamline operations, workflows, save time, approvals, too busy, inefficient, bottlenecks, operations consultant, standard operating procedures, SOPs, SOP, admin, admin work, paperwork, waste time, copy and paste, spreadsheets, chaos, delegate, everything depends on me, overloaded, overworked, overload, burnout, handle growth, everything goes through me, founder bottleneck',
  'business-operations/infrastructure-compliance':
    'ISO 27001, GDPR compliance, SOC2, security audit, security questionnaire, due diligence, IT, vendor management, access control, single sign-on, SSO, passwords, permissions, backups, who has access, penetration test, certification, certified, enterprise customer',
  'business-operations/revops-implementation':
    'revenue operations, RevOps consultant, forecasting, dashboard, reporting, data quality, board reporting, single source of truth, sales and marketing alignment, pipeline reporting, pipeline report, numbers do not match, sales and marketing blame each other, KPIs, metrics, sales forecasting, sales forecast, investor reporting, reports, wrong reports, trust the reports, different numbers',
  'marketing/seo-content-strategy':
    'search engine optimization, organic traffic, content marketing, Google ranking, rankings, blogging, keywords, ROAS, more traffic, keyword research, write blog posts, write articles, content writer, content help, content marketing help, found on Google, backlinks, organic growth, organic search, meta tags, AI search',
  'marketing/lead-generation-strategy':
    'lead generation, more leads, more customers, cold email, cold outreach, cold calling, demand generation, demand gen, outbound, prospecting, prospects, ideal customer profile, ICP, LinkedIn outreach, paid ads, advertising, PPC, Google Ads, ABM, acquisition, find customers, find new customers, new customers, get customers, fill the pipeline, more pipeline, sales emails, outbound emails, book more demos, more demos, more meetings, webinars, events, Facebook ads',
  'marketing/funnel-optimization':
    'funnel, conversion rate optimization, CRO, conversion, landing page, signup, trial conversion, A/B test, onboarding flow, drop-off, checkout, trial to paid, leads not converting, website does not convert, visitors do not buy, leave at checkout, abandoned carts, bounce rate, low conversion',
  'marketing/brand-positioning-messaging':
    'branding, brand, positioning, messaging, value proposition, pricing strategy, copywriting, rebrand, website copy, pitch deck, differentiation, explain what we do, position our product, competitors, stand out, nobody understands what we do, explain our product, unclear message, elevator pitch, website text, tagline, slogan, naming, target audience, who is our product for, niche, identity, logo',
  'sales/hubspot-implementation':
    'HubSpot setup, HubSpot consultant, HubSpot partner, HubSpot agency, CRM setup, CRM implementation, CRM consultant, CRM adoption, Salesforce, Pipedrive, clean data, data cleanup, new CRM, which CRM, choose a CRM, best CRM, configure HubSpot, HubSpot help, duplicates, duplicate contacts, messy CRM, our CRM is a mess, HubSpot onboarding',
  'sales/process-optimization':
    'sales playbook, sales coaching, sales training, close rate, win rate, close more deals, lost deals, discounts, sales reps, sales cycle, sales funnel, objections, sales script, coach the sales team, train sales reps, deals get stuck, stuck deals, demos',
  'sales/automation':
    'automate sales, automate follow-ups, sales tools, sequences, email automation, lead routing, reminders, quotes, proposals, data entry, typing, log calls, automatic follow-up emails, automate quotes',
  'ai/strategy-roadmap':
    'AI strategy, AI roadmap, AI consultant, AI consulting, AI projects, AI adoption, AI use cases, start with AI, AI readiness, AI plan, where to use AI, begin with AI, AI ideas, AI audit, prioritize AI projects',
  'ai/agent-development':
    'AI agent, build an AI agent, custom agents, chatbot, GPT, ChatGPT, LLM, assistant, machine learning, AI developer, support tickets, customer support automation, support bot, customer service bot, develop an agent, AI employee, AI assistant, AI bot, voice agent',
  'ai/workflow-integration':
    'integrations, connect tools, API, n8n, Zapier, Make, Slack, connect HubSpot and Slack, workflow automation, AI automation, sync data, sync, sync HubSpot, apps, make apps talk to each other, data silos, different systems, systems do not talk, tools do not talk to each other, Airtable, Stripe, webhooks',
};

/** What people call the categories, by slug. */
const categoriesAsCalled: Readonly<Record<string, string>> = {
  'business-operations': 'operations, operations consulting, business consulting, COO',
  marketing: 'marketing help, marketing agency, marketing consultant, growth marketing, CMO',
  sales: 'sales help, sales consulting, sales consultant, sales training, revenue',
  ai: 'artificial intelligence, AI consulting, AI agency, generative AI, automation, help with AI, AI for my business',
};

const legalTexts = [
  {
    name: 'careers',
    type: 'Careers',
    words:
      'jobs, hiring, are you hiring, vacancies, open positions, open roles, work for you, work with us, work at our company, apply, salary, internship, join, CV, resume, application, work at your company, remote job',
  },
  {
    name: 'privacy',
    type: 'Legal',
    words:
      'privacy policy, GDPR, CCPA, data protection, personal data, my data, delete my data, remove my data, unsubscribe, delete me, data safe, data stored, my information, personal information, use my information',
  },
  {
    name: 'terms',
    type: 'Legal',
    words:
      'terms of service, terms of use, terms and conditions, legal notice, legal, imprint, disclaimer, copyright',
  },
  { name: 'cookies', type: 'Legal', words: 'cookie policy, use cookies, tracking, analytics' },
] as const;

export const searchedPages: readonly SearchedPage[] = [
  ...services.map(
    ({ category, slug, title, subtitle, description, benefits, process, tags = [] }) => ({
      path: servicePath(category, slug),
      title,
      type: 'Service',
      words: [
        ...tags,
        `${title} ${getCategory(category).title}`,
        servicesAsCalled[`${category}/${slug}`] ?? '',
      ].join(', '),
      texts: [
        subtitle,
        description,
        ...benefits,
        ...process.map((step) => `${step.title}: ${step.description}`),
      ],
    }),
  ),
  ...categories.map(({ slug, title, intro, page }) => ({
    path: page ? categoryPath(slug) : categoryAnchor(slug),
    title: `${title} Services`,
    type: 'Services',
    words: `${title}, ${categoriesAsCalled[slug] ?? ''}`,
    texts: page ? [page.subtitle, page.description] : [intro],
  })),
  {
    path: routes.services,
    title: pageTitles[routes.services],
    type: 'Services',
    words:
      'services, what do you do, what you do, what do you offer, how can you help, work together, scale my company, scaling, startups, SaaS companies, who do you work with, list of services, service list, all services, areas of expertise, expertise, consulting, consultancy, help my company, help my startup',
    texts: categories.map(({ title, intro }) => `${title}: ${intro}`),
  },
  {
    path: `${routes.services}#how-we-engage`,
    title: 'Pricing',
    type: 'Prices',
    words: `${engagements.map(({ table }) => table.model).join(', ')}, prices, price list, rates, hourly rate, day rate, monthly price, monthly fee, retainer, charge, cost, costs, fees, quote, budget, minimum budget, packages, plans, payment, pay monthly, payment terms, discount, refund, guarantee, free trial, sign a contract, contract, contract length, minimum term, cancel, cancellation, cancel any time, expensive, affordable, fractional CMO, fractional COO, fractional, project price, engagement, how much, how much is it, cheap, cheapest, cheapest way to start, dollars, USD, money back, per hour, per month, trial, bill, billing, how do you bill, invoice, advisory hours, what is an audit, subscription, quit any time, consulting fee, consultant cost, budget for consulting, get a quote`,
    texts: [
      'How much does an engagement cost? These are our prices.',
      ...engagements.map(
        ({ table: { model, description }, price }) =>
          `${model}: ${formatPrice(price, 'table')}. ${description}`,
      ),
    ],
  },
  {
    path: routes.home,
    title: 'Who Trusts Us',
    type: 'Clients',
    words:
      'reviews, testimonials, clients, client list, who have you worked with, customers, references, customer stories, client stories, success stories, trust, recommendations, feedback, who have you helped, what clients say, what customers say, who do you work for, case study',
    texts: [testimonial.text, `${testimonial.author}, ${testimonial.title}`],
  },
  {
    path: routes.about,
    title: pageTitles[routes.about],
    type: 'About',
    words: `${company.name}, about us, about you, team, your team, partners, founders, people, who are you, company, history, story, leadership, management, CEO, experience, background, remote, case studies, results, track record, industries, founded, who is behind ${company.name}, who runs this company, how old is the company, why you, why should I trust you, trust you, why not an agency, achievements, who works here, approach, your approach, how do you work, proof, where have you worked before, credentials, qualifications, certificates`,
    texts: [
      story.opening,
      ...story.paragraphs,
      `Our team: ${team.map(({ name }) => name).join(', ')}`,
      ...proofPoints.map(({ figure, label }) => `${figure} ${label}`),
    ],
  },
  ...team.map(({ name, title, bio }) => ({
    path: partnerPath(name),
    title: name,
    type: 'Partner',
    words: title,
    texts: [`${title}. ${bio}`],
  })),
  {
    path: routes.contact,
    title: pageTitles[routes.contact],
    type: 'Contact',
    words:
      'contact us, phone number, telephone, call, call you, email, email address, mail, address, office, office address, location, where are you based, based, country, Europe, opening hours, office hours, working hours, book a call, book a meeting, set up a meeting, schedule a demo, demo, appointment, free consultation, consultation, strategy session, talk to someone, talk to sales, speak with a partner, get in touch, reach you, WhatsApp, chat, LinkedIn, follow us, time zone, timezone, response time, reply, support, message, ring, ring me back, call me back, hear back, how fast do you answer, how soon do you reply, when are you available, availability, human, talk to a human, intro call, expert, write to you, opening times, can we talk, talk, video call, Zoom, visit you',
    texts: [
      `Office hours: ${officeHours.days}, ${officeHours.hours}. ${officeHours.reply}`,
      ...company.phones.map(({ label, display }) => `Phone, ${label}: ${display}`),
      `Email: ${company.inbox}`,
      `Address: ${company.address.join(', ')}`,
    ],
  },
  {
    path: routes.blog,
    title: pageTitles[routes.blog],
    type: 'Articles',
    words: 'articles, all articles, posts, news, newsletter, insights, RSS',
    texts: [messages.posts.intro],
  },
  {
    path: routes.resources,
    title: pageTitles[routes.resources],
    type: 'Resources',
    words:
      'resources, free resources, templates, guides, checklists, worksheets, downloads, ebooks, PDF',
    texts: [messages.resources.intro],
  },
  ...legalTexts.map(({ name, type, words }) => ({
    path: routes[name],
    title: legal[name].title,
    type,
    words,
    headings: legal[name].sections.map(({ heading }) => heading),
    texts: [legal[name].intro, ...legal[name].sections.flatMap(({ paragraphs }) => paragraphs)],
  })),
];
