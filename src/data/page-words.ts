/**
 * What people type who look for a page of the firm and do not know our words for it: other names, jobs, troubles,
 * methods, tools. Each phrase is for one page; the phrases of a line stand between commas. Results do not show them.
 */
type Words = readonly string[];

/** By category and slug. */
export const serviceWords: Readonly<Record<string, Words>> = {
  'business-operations/process-optimization': [
    'process improvement, business process optimization, streamline operations, workflows, workflow mapping, process mapping, process documentation, standard operating procedures, SOPs, SOP, lean, six sigma, project management, knowledge base, back office, operations consultant',
    'manual work, manual tasks, admin, admin work, paperwork, repetitive work, repetitive tasks, boring tasks, automate tasks, operations are a mess, no processes, copy and paste, spreadsheets, spreadsheet chaos, Excel, Google Sheets, chaos, waste time, save time, save hours, efficiency, inefficient, productivity, errors, mistakes, delays, approvals, bottlenecks, scaling problems, growing pains, reduce errors, reduce costs, approval takes too long, employee onboarding, onboard new employees, train new people, handle growth, firefighting, too many meetings, roles and responsibilities, org chart',
    'too busy, overloaded, team is overloaded, overworked, overload, burnout, delegate, everything depends on me, everything goes through me, founder bottleneck, work less, working weekends',
    'Asana, Trello, ClickUp, Monday, Notion',
  ],
  'business-operations/infrastructure-compliance': [
    'ISO 27001, SOC2, GDPR compliance, GDPR consulting, HIPAA, PCI, NIS2, certification, certified, information security, IT security, cybersecurity, security audit, security questionnaire, penetration test, vendor management, vendor contracts, data processing agreement, data protection audit, risk, policies',
    'IT, access control, access rights, who has access, permissions, single sign-on, SSO, two-factor, MFA, passwords, password manager, laptops, devices, cloud, backups, disaster recovery, offboarding, employee leaves, hacked, data breach, phishing',
    'due diligence, data room, investors, exit, acquisition, sell my company, sell to enterprise, enterprise customer, enterprise deal, security review, vendor assessment, lose deals over security, prepare the company for sale, procurement',
    'Vanta, Drata, Okta, AWS',
  ],
  'business-operations/revops-implementation': [
    'revenue operations, RevOps consultant, revenue operations consultant, sales operations, sales ops, marketing operations, GTM operations, head of revenue, forecasting, sales forecasting, sales forecast, lead scoring, lead definition, MQL, SQL, SLA, OKRs, KPIs, metrics, customer health score, NRR, churn signals',
    'dashboard, reporting, reports, board reporting, board deck, investor reporting, pipeline reporting, pipeline report, business intelligence, BI, analytics, data quality, data warehouse, single source of truth',
    'sales and marketing alignment, sales and marketing blame each other, numbers do not match, different numbers, sales and marketing do not agree, customer data in one place, one view of the customer, know our numbers, pipeline visibility, wrong reports, trust the reports, forecast is wrong',
    'Looker, Tableau, Power BI, Chargebee',
  ],
  'marketing/seo-content-strategy': [
    'search engine optimization, organic traffic, organic growth, organic search, content marketing, Google ranking, rankings, rank on Google, found on Google, keywords, keyword research, backlinks, link building, technical SEO, site speed, page speed, meta tags, AI search, GEO, answer engine, ChatGPT SEO, SEO audit, inbound marketing, inbound, thought leadership, ROAS',
    'blogging, write blog posts, write articles, blog writer, content writer, ghostwriter, content help, content marketing help, content calendar, editorial calendar, content plan, content strategist, SEO consultant, SEO expert, write content, update old content, content that sells, content team, video, YouTube, social media, LinkedIn posts',
    'more traffic, more visitors, no traffic, traffic dropped, website traffic, not on page one, Google update, Google penalty, nobody reads our blog',
    'Ahrefs, Semrush, Search Console, WordPress',
  ],
  'marketing/lead-generation-strategy': [
    'lead generation, lead gen, demand generation, demand gen, outbound, prospecting, prospects, outreach, cold email, cold outreach, cold calling, LinkedIn outreach, ABM, account based marketing, ideal customer profile, ICP, acquisition, customer acquisition, appointment setting, sales emails, outbound emails, email marketing, email campaigns, lead magnet, partnerships, referral program, affiliate, influencers, webinars, webinar, events, trade shows, sponsorship',
    'paid ads, ads, advertising, performance marketing, PPC, paid search, paid social, paid media, SEM, Google Ads, Google AdWords, Facebook ads, Meta ads, LinkedIn ads, Instagram, TikTok, retargeting, ad spend, media buying',
    'more leads, better leads, bad leads, lead quality, unqualified leads, not enough leads, cost per lead, CAC, customer acquisition cost, more customers, find customers, find new customers, new customers, new clients, get customers, fill the pipeline, empty pipeline, more pipeline, book more demos, more demos, more meetings, nobody answers our emails, no inquiries, leads dried up, ads do not work, ads too expensive, get clients, find clients',
    'Apollo, Clay, Lemlist, ZoomInfo, Sales Navigator, Mailchimp, Klaviyo',
  ],
  'marketing/funnel-optimization': [
    'funnel, conversion rate optimization, CRO, conversion, conversions, landing page, signup, sign up, signup form, onboarding flow, user onboarding, activation, checkout, A/B test, A/B testing, split test, user research, UX, usability, product led growth, PLG, freemium, website audit, heatmaps, session recordings, upsell, average order value',
    'trial conversion, free trial conversion, trial to paid, trial users do not convert, nobody signs up, leads not converting, low conversion, website does not convert, visitors do not buy, traffic but no sales, visitors but no signups, improve conversion, checkout optimization, leaky funnel, users drop off, drop-off, leave at checkout, abandoned carts, cart abandonment, bounce rate, demo requests',
    'Hotjar, Mixpanel, Amplitude, PostHog, Optimizely',
  ],
  'marketing/brand-positioning-messaging': [
    'branding, brand, brand strategy, brand voice, tone of voice, positioning, messaging, value proposition, USP, differentiation, competitors, stand out, storytelling, go-to-market, GTM strategy, product marketing, product launch, product-market fit, market entry, new market, international expansion, market research, category design, buyer persona, personas, target audience, target market, niche, rebrand, rebranding, naming, tagline, slogan, identity, logo, design, PR',
    'website copy, website text, new website, website redesign, homepage, copywriting, copywriter, pitch deck, sales deck, elevator pitch, one-pager, case study writing, pricing strategy',
    'explain what we do, explain our product, nobody understands what we do, nobody understands our product, position our product, who is our product for, unclear message, competitor is cheaper, look like everyone else, sound like everyone else, rewrite our website, homepage copy, confusing website',
  ],
  'sales/hubspot-implementation': [
    'HubSpot setup, HubSpot consultant, HubSpot expert, HubSpot partner, HubSpot agency, HubSpot help, HubSpot onboarding, HubSpot training, HubSpot workflows, HubSpot pricing, HubSpot audit, HubSpot admin, HubSpot support, HubSpot migration, configure HubSpot, Marketing Hub, Sales Hub, HubSpot or Salesforce, fix HubSpot, HubSpot is a mess',
    'CRM setup, CRM implementation, CRM consultant, CRM adoption, CRM training, new CRM, which CRM, choose a CRM, best CRM, compare CRMs, clean data, data cleanup, CRM cleanup, duplicates, duplicate contacts, duplicate records, messy CRM, our CRM is a mess, nobody updates the CRM',
    'Salesforce, Pipedrive, Zoho, Attio, Dynamics, Copper',
  ],
  'sales/process-optimization': [
    'sales playbook, sales coaching, sales training, sales strategy, sales script, sales methodology, sales enablement, discovery call, qualification, MEDDIC, BANT, objections, objection handling, negotiation, demos, discounts, discounting, sales funnel, sales cycle, sales pipeline, sales management, sales manager, head of sales, VP of sales, sales reps, ramp, sales onboarding, commission, compensation plan, quota, win-loss analysis',
    'close rate, win rate, close more deals, closing, lost deals, losing deals, deals get stuck, stuck deals, deals slip, shorten the sales cycle, improve close rate, hit target, unpredictable sales, only the founder can sell, ghosted, no-shows, missed quota, underperforming sales team, sales team does not perform, fix my sales, coach the sales team, train sales reps, lose to competitors, long sales cycle',
    'Gong',
  ],
  'sales/automation': [
    'automate sales, automate follow-ups, follow-ups, automatic follow-up emails, sales tools, sales engagement, sequences, email sequences, cadences, email automation, lead routing, lead assignment, lead enrichment, reminders, quotes, automate quotes, generate quotes, quote generation, automate outreach, proposals, proposal software, contracts, e-signature, renewal reminders, meeting scheduler, meeting notes, call notes, log calls, transcription, data entry, typing, dialer',
    'reps do not follow up, forget to follow up, missed follow-ups, leads fall through the cracks, leads get lost, no time to sell, sales admin',
    'Outreach, Salesloft, PandaDoc, DocuSign',
  ],
  'ai/strategy-roadmap': [
    'AI strategy, AI roadmap, AI plan, AI projects, prioritize AI projects, adoption, transformation, use cases, AI ideas, AI audit, AI workshop, AI training, AI policy, governance, ethics, AI risks, regulation, AI Act, AI budget, AI business case, AI pilot, proof of concept, chief AI officer, build or buy',
    'start with AI, begin with AI, where to use AI, what to automate with AI, use AI in my company, AI hype, falling behind on AI, AI opportunities, where can AI help, what can AI do for us, AI project failed, too many AI tools, is our data safe with AI',
  ],
  'ai/agent-development': [
    'AI agent, build an AI agent, custom agents, develop an agent, AI developer, AI engineer, AI employee, AI assistant, AI bot, AI SDR, AI receptionist, assistant, chatbot, bot, voice agent, voicebot, support tickets, customer support automation, automate customer service, support bot, customer service bot, document processing, invoice processing, machine learning, prompts, prompt engineering, RAG, fine-tuning, guardrails, human in the loop',
    'GPT, ChatGPT, custom GPT, LLM, large language model, OpenAI, Claude, Anthropic, Gemini, Copilot, LangChain, Intercom, Zendesk',
  ],
  'ai/workflow-integration': [
    'integrations, integrate, connect tools, connect apps, API, webhooks, workflow automation, AI automation, automation tools, RPA, middleware, two-way sync, sync data, sync, sync HubSpot, apps, make apps talk to each other',
    'data silos, different systems, systems do not talk, tools do not talk to each other, broken integrations, stop copying data, copy data between systems',
    'Zapier, Make, Make.com, n8n, Workato, Power Automate, Slack, connect HubSpot and Slack, Gmail, Outlook, Google Workspace, Airtable, Stripe, QuickBooks, Xero, NetSuite, SAP',
  ],
};

/** By slug. */
export const categoryWords: Readonly<Record<string, Words>> = {
  'business-operations': [
    'operations, operations consulting, business consulting, business operations consultant, operations manager, head of operations, COO, interim COO, chief of staff, operations help',
  ],
  marketing: [
    'marketing help, marketing agency, marketing consultant, marketing strategy, marketing plan, growth marketing, digital marketing, outsourced marketing, head of marketing, VP of marketing, marketing manager, marketing team, marketing department, marketing leader, CMO',
  ],
  sales: [
    'sales help, sales consulting, sales consultant, sales training, sales agency, more sales, increase sales, revenue, outsourced sales',
  ],
  ai: [
    'artificial intelligence, AI consulting, AI agency, AI company, AI experts, AI solutions, AI tools, generative AI, automation, automation agency, help with AI, AI for my business, AI for small business, automate my business',
  ],
};

/** By the page. */
export const routeWords = {
  services: [
    'services, what do you do, what you do, what do you offer, how can you help, what can you do for me, work together, list of services, service list, all services, areas of expertise, expertise, solutions',
    'consulting, consultancy, consultant, growth consultant, B2B SaaS consulting, e-commerce consulting, growth agency, growth consulting for startups, advisor, mentor, business coach, freelancer, freelance consultant, done for you, do it for us, outsource, outsource or hire, instead of hiring, in-house, interim, head of growth, growth hacker, growth marketer, help my company, help my startup, help me grow, help me grow my business, grow my business, scale my company, scaling, scale up, startups, small business, SaaS companies, who do you work with',
  ],
  pricing: [
    'prices, price list, how much, how much is it, what does it cost, cost, costs, fees, rates, hourly rate, day rate, per hour, price per hour, how much is an hour, fixed price, per month, monthly price, monthly fee, project price, consulting fee, consultant cost, charge, quote, get a quote, request a quote, packages, plans, dollars, USD, advisory hours, what is an audit, engagement, how long does it take, duration, hours per week',
    'expensive, affordable, cheap, cheapest, cheapest way to start, budget, minimum budget, minimum project, project size, budget for consulting, discount, startup discount, free trial, trial, success fee, performance-based, equity, retainer, subscription, fractional CMO, fractional COO, fractional',
    'contract, contract length, sign a contract, minimum term, notice period, lock-in, cancel, cancellation, cancel any time, quit any time, pause, refund, money back, guarantee, payment, payment terms, pay monthly, pay upfront, deposit, instalments, stop any time, bill, billing, how do you bill, invoice, VAT',
  ],
  clients: [
    'reviews, testimonials, clients, client list, who have you worked with, customers, references, customer stories, client stories, success stories, trust, recommendations, feedback, who have you helped, what clients say, what customers say, who do you work for, case study, examples of your work, portfolio',
  ],
  about: [
    'about us, about you, team, your team, partners, founders, people, who are you, company, your company, company size, company info, how many people, how big are you, employees, history, story, leadership, management, CEO, experience, background, remote, remote company, founded, who is behind this, who runs this company, how old is the company, who works here, meet the team, real people, who will I work with, mission, values',
    'case studies, results, your results, track record, industries, achievements, awards, why you, why choose you, why work with you, why should I trust you, trust you, are you any good, any good, legit, is it legit, scam, proof, proof it works, does it work, where have you worked before, credentials, qualifications, certificates',
    'why not an agency, are you an agency, agency or consultant, difference, what makes you different, approach, your approach, how do you work, method',
  ],
  contact: [
    'contact us, contact form, get in touch, reach you, write to you, send you a message, send a message, message, ask a question, questions, ask you something, email, email address, mail, phone number, telephone, call, call you, ring, ring me back, call me back, chat, WhatsApp, LinkedIn, Twitter, follow us, press, partnership, guest post, speaker',
    'book a call, book a meeting, set up a meeting, schedule a demo, demo, appointment, calendar, free call, schedule a meeting, schedule a call, free consultation, book a consultation, consultation, strategy session, intro call, discovery call with you, video call, Zoom, talk, can we talk, talk to someone, talk to sales, talk to a human, speak with a partner, human, expert, visit you, meet in person, Calendly, first step, next steps, what happens next, what happens after I contact you',
    'address, office, office address, headquarters, location, where are you based, where are you located, based, country, Europe, time zone, timezone, opening hours, opening times, office hours, working hours, open today, weekend, Saturday, Sunday, when are you available, availability, response time, reply, hear back, how fast do you answer, how soon do you reply, urgent, support, existing client, client portal, login, new client',
  ],
  blog: [
    'articles, all articles, latest articles, posts, news, newsletter, subscribe, insights, RSS',
  ],
  resources: [
    'resources, free resources, free stuff, templates, template library, library, guides, checklists, worksheets, toolkit, downloads, ebooks, e-books, PDF, whitepapers, white paper, course, videos',
  ],
  careers: [
    'jobs, job openings, job opportunities, work from home, vacancies, vacancy, open positions, open roles, hiring, are you hiring, recruiting, employment, work for you, work with us, work at our company, work at your company, join, apply, application, CV, resume, salary, internship, interns, trainee, student job, freelance for you, remote job, culture',
  ],
  privacy: [
    'privacy policy, GDPR, CCPA, data protection, personal data, personal information, my data, my information, use my information, delete my data, remove my data, delete me, data deletion, data request, collect data, data safe, data secure, data stored, store my data, sell my data, share my data, who sees my email, hosting, unsubscribe, spam, opt out',
  ],
  terms: [
    'terms of service, terms of use, terms and conditions, legal notice, legal, legal entity, registered company, imprint, impressum, disclaimer, liability, warranty, copyright, license, licence, reuse, copy your templates, use your templates, republish, republish your article, cite your article, results guaranteed',
  ],
  cookies: [
    'cookie policy, cookie banner, cookie consent, consent, use cookies, tracking, do you track me, use tracking, trackers, analytics, pixels, local storage, third-party scripts',
  ],
} satisfies Readonly<Record<string, Words>>;
