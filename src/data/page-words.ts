/**
 * What people type who look for a page and do not know our words for it: other names, jobs, troubles,
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
    "runbooks, recurring tasks, checklists for the team, undocumented, knowledge in people's heads, everything is in my head, key person, bus factor, vacation cover, things get forgotten, tasks slip, drop the ball, busywork, grunt work, double entry, retyping, sign-off, waiting for sign-off, waiting for approval, waiting on me, everyone asks me, I do everything myself, micromanaging, step back, out of the day to day, operations manual, handbook, wiki, Confluence, Loom, Miro, kanban, flowchart, RACI, rework, cycle time, turnaround time, capacity, without more headcount, do more with less, cut overhead, month-end close, invoice approval, disorganized, ops is a mess, dumpster fire, messy processes",
  ],
  'business-operations/infrastructure-compliance': [
    'ISO 27001, SOC2, GDPR compliance, GDPR consulting, HIPAA, PCI, NIS2, certification, certified, information security, IT security, cybersecurity, security audit, security questionnaire, penetration test, vendor management, vendor contracts, data processing agreement, data protection audit, risk, policies',
    'IT, access control, access rights, who has access, permissions, single sign-on, SSO, two-factor, MFA, passwords, password manager, laptops, devices, cloud, backups, disaster recovery, offboarding, employee leaves, hacked, data breach, phishing',
    'due diligence, data room, investors, exit, acquisition, sell my company, sell to enterprise, enterprise customer, enterprise deal, security review, vendor assessment, lose deals over security, prepare the company for sale, procurement',
    'Vanta, Drata, Okta, AWS',
    'former employee, ex-employee still has access, contractors, shared passwords, shared logins, admin rights, least privilege, access review, device management, MDM, 1Password, LastPass, Azure, Jamf, subprocessors, vendor risk, DPA, pentest, vulnerability, tested backups, restore, business continuity, incident response, ransomware, cyber insurance, encryption, audit evidence, auditor, audit-ready, SOC 2 Type II, SOC report, trust center, compliance consultant, CISO, vCISO, infosec, RFP, big customer, bank as a customer, IT setup, IT support, inventory of accounts, shadow IT, fundraising, Series A, raise a round, M&A, Secureframe',
  ],
  'business-operations/revops-implementation': [
    'revenue operations, RevOps consultant, revenue operations consultant, sales operations, sales ops, marketing operations, GTM operations, head of revenue, forecasting, sales forecasting, sales forecast, lead scoring, lead definition, MQL, SQL, SLA, OKRs, KPIs, metrics, customer health score, NRR, churn signals',
    'dashboard, reporting, reports, board reporting, board deck, investor reporting, pipeline reporting, pipeline report, business intelligence, BI, analytics, data quality, data warehouse, single source of truth',
    'sales and marketing alignment, sales and marketing blame each other, numbers do not match, different numbers, sales and marketing do not agree, customer data in one place, one view of the customer, know our numbers, pipeline visibility, wrong reports, trust the reports, forecast is wrong',
    'Looker, Tableau, Power BI, Chargebee',
    'board meeting, board pack, investor update, weekly report, monthly report, manual reporting, reports take days, KPI dashboard, unit economics, LTV, payback, cohorts, net revenue retention, ARR report, revenue metrics, north star metric, definition of a lead, what counts as a lead, define a lead, defines lead differently, shared definitions, lifecycle stages, numbers do not add up, reconcile billing and CRM, Stripe and CRM, billing data, customer 360, data silos between teams, finger pointing, teams in silos, territory planning, renewal forecast, RevOps agency, RevOps hire, first RevOps hire, RevOps audit, fractional RevOps, data analyst, ETL, Snowflake, BigQuery, Metabase, Segment, ChartMogul, Clari',
  ],
  'marketing/seo-content-strategy': [
    'search engine optimization, organic traffic, organic growth, organic search, content marketing, Google ranking, rankings, rank on Google, found on Google, keywords, keyword research, backlinks, link building, technical SEO, site speed, page speed, meta tags, AI search, GEO, answer engine, ChatGPT SEO, SEO audit, inbound marketing, inbound, thought leadership, ROAS',
    'blogging, write blog posts, write articles, blog writer, content writer, ghostwriter, content help, content marketing help, content calendar, editorial calendar, content plan, content strategist, SEO consultant, SEO expert, write content, update old content, content that sells, content team, video, YouTube, social media, LinkedIn posts',
    'more traffic, more visitors, no traffic, traffic dropped, website traffic, not on page one, Google update, Google penalty, nobody reads our blog',
    'Ahrefs, Semrush, Search Console, WordPress',
    'SERP, not indexed, indexing, crawl errors, sitemap, schema markup, Core Web Vitals, redirects, site relaunch, topic clusters, pillar page, programmatic SEO, comparison pages, alternatives pages, competitors outrank us, rank above us, lost rankings, traffic is flat, traffic declining, AI Overviews, Perplexity, show up in ChatGPT, AEO, AI-generated content, AI content, content brief, freelance writers, content manager, content marketer, plan our blog, blog strategy, blog topics, what to write about, how often to publish, content ROI, content refresh, refresh old posts, podcast, repurpose content, local SEO, international SEO, e-commerce SEO, product page SEO, Moz, Screaming Frog, Webflow',
  ],
  'marketing/lead-generation-strategy': [
    'lead generation, lead gen, demand generation, demand gen, outbound, prospecting, prospects, outreach, cold email, cold outreach, cold calling, LinkedIn outreach, ABM, account based marketing, ideal customer profile, ICP, acquisition, customer acquisition, appointment setting, sales emails, outbound emails, email marketing, email campaigns, lead magnet, partnerships, referral program, affiliate, influencers, webinars, webinar, events, trade shows, sponsorship',
    'paid ads, ads, advertising, performance marketing, PPC, paid search, paid social, paid media, SEM, Google Ads, Google AdWords, Facebook ads, Meta ads, LinkedIn ads, Instagram, TikTok, retargeting, ad spend, media buying',
    'more leads, better leads, bad leads, lead quality, unqualified leads, not enough leads, cost per lead, CAC, customer acquisition cost, more customers, find customers, find new customers, new customers, new clients, get customers, fill the pipeline, empty pipeline, more pipeline, book more demos, more demos, more meetings, nobody answers our emails, no inquiries, leads dried up, ads do not work, ads too expensive, get clients, find clients',
    'Apollo, Clay, Lemlist, ZoomInfo, Sales Navigator, Mailchimp, Klaviyo',
    'qualified leads, junk leads, leads are junk, tire kickers, wrong customers, lead volume, pipeline generation, top of funnel, acquisition channels, channel strategy, channel to bet on, lead list, buy a list, intent data, targeting, SDR team, outsourced SDR, reply rate, open rates, deliverability, InMail, DMs, gated content, ebook, quiz, calculator, free tool, co-marketing, partner channel, resellers, G2, Capterra, Reddit, Product Hunt, communities, word of mouth, rely on referrals, beyond referrals, conferences, booth, podcast ads, YouTube ads, CPL, CPC, CPA, burning money on ads, ad agency, PPC agency, lead gen agency, lead nurturing, drip campaign, first customers, first 100 customers, bigger customers, upmarket, best customers',
  ],
  'marketing/funnel-optimization': [
    'funnel, conversion rate optimization, CRO, conversion, conversions, landing page, signup, sign up, signup form, onboarding flow, user onboarding, activation, checkout, A/B test, A/B testing, split test, user research, UX, usability, product led growth, PLG, freemium, website audit, heatmaps, session recordings, upsell, average order value',
    'trial conversion, free trial conversion, trial to paid, trial users do not convert, nobody signs up, leads not converting, low conversion, website does not convert, visitors do not buy, traffic but no sales, visitors but no signups, improve conversion, checkout optimization, leaky funnel, users drop off, drop-off, leave at checkout, abandoned carts, cart abandonment, bounce rate, demo requests',
    'Hotjar, Mixpanel, Amplitude, PostHog, Optimizely',
    'signup rate, registration, people bail, where users leave, onboarding emails, time to value, aha moment, activation rate, trial expires, free users, free plan, paywall, upgrade, pricing page, demo page, demo form, form too long, form abandonment, popup, CTA, call to action, above the fold, landing pages, test ideas, sample size, user testing, user interviews, surveys, exit survey, session replay, FullStory, Clarity, VWO, Unbounce, Heap, Pendo, shopping cart, checkout page, payment page, CRO agency, PQL, self-serve, product tour, visitors leave, people look but do not buy, clicks but no sales, lots of traffic, conversion dropped, signups dropped, double our conversion',
  ],
  'marketing/brand-positioning-messaging': [
    'branding, brand, brand strategy, brand voice, tone of voice, positioning, messaging, value proposition, USP, differentiation, competitors, stand out, storytelling, go-to-market, GTM strategy, product marketing, product launch, product-market fit, market entry, new market, international expansion, market research, category design, buyer persona, personas, target audience, target market, niche, rebrand, rebranding, naming, tagline, slogan, identity, logo, design, PR',
    'website copy, website text, new website, website redesign, homepage, copywriting, copywriter, pitch deck, sales deck, elevator pitch, one-pager, case study writing, pricing strategy',
    'explain what we do, explain our product, nobody understands what we do, nobody understands our product, position our product, who is our product for, unclear message, competitor is cheaper, look like everyone else, sound like everyone else, rewrite our website, homepage copy, confusing website',
    'differentiate, unique selling point, why we are better, beat competitors, compared with competitors, commodity, narrative, brand story, brand guidelines, style guide, brand book, visual identity, too technical, jargon, headline, hero copy, landing page copy, web copy, product descriptions, ad copy, email copy, vision, mission statement, company name, rename, jobs to be done, customer research, voice of customer, battlecards, competitor analysis, reposition, pivot, new product, launch, launch plan, new segment, vertical, enter the US market, expand abroad, localization, translation, appeal to everyone, one-liner, describe our product, people confuse us with others, outdated website, brand agency, branding agency, positioning workshop, messaging framework, StoryBrand, slides, presentation, sales collateral, brochure',
  ],
  'sales/hubspot-implementation': [
    'HubSpot setup, HubSpot consultant, HubSpot expert, HubSpot partner, HubSpot agency, HubSpot help, HubSpot onboarding, HubSpot training, HubSpot workflows, HubSpot pricing, HubSpot audit, HubSpot admin, HubSpot support, HubSpot migration, configure HubSpot, Marketing Hub, Sales Hub, HubSpot or Salesforce, fix HubSpot, HubSpot is a mess',
    'CRM setup, CRM implementation, CRM consultant, CRM adoption, CRM training, new CRM, which CRM, choose a CRM, best CRM, compare CRMs, clean data, data cleanup, CRM cleanup, duplicates, duplicate contacts, duplicate records, messy CRM, our CRM is a mess, nobody updates the CRM',
    'Salesforce, Pipedrive, Zoho, Attio, Dynamics, Copper',
    'HubSpot certified, Service Hub, HubSpot integration, HubSpot automation, HubSpot dashboards, HubSpot reports, HubSpot properties, HubSpot cleanup, is HubSpot worth it, HubSpot too expensive, Salesforce to HubSpot, move to HubSpot, HubSpot Starter, HubSpot Pro, custom objects, deal stages in the CRM, pipeline setup, lead status, properties, permissions, required fields, merge duplicates, dedupe, import contacts, data hygiene, CRM hygiene, CRM audit, CRM admin, CRM expert, CRM for startups, first CRM, spreadsheet as CRM, contacts in spreadsheets, outgrown our CRM, nobody uses the CRM, reps hate the CRM, get reps to use the CRM, Close.com, Freshsales, ActiveCampaign, Marketo',
  ],
  'sales/process-optimization': [
    'sales playbook, sales coaching, sales training, sales strategy, sales script, sales methodology, sales enablement, discovery call, qualification, MEDDIC, BANT, objections, objection handling, negotiation, demos, discounts, discounting, sales funnel, sales cycle, sales pipeline, sales management, sales manager, head of sales, VP of sales, sales reps, ramp, sales onboarding, commission, compensation plan, quota, win-loss analysis',
    'close rate, win rate, close more deals, closing, lost deals, losing deals, deals get stuck, stuck deals, deals slip, shorten the sales cycle, improve close rate, hit target, unpredictable sales, only the founder can sell, ghosted, no-shows, missed quota, underperforming sales team, sales team does not perform, fix my sales, coach the sales team, train sales reps, lose to competitors, long sales cycle',
    'Gong',
    'deals take forever, deals take too long, slow deals, sales velocity, sales stages, deal stages, exit criteria, pipeline review, deal review, sales meeting, call recordings, call coaching, sales calls, demo script, demos do not convert, wasting demos, bad demos, unqualified prospects, disqualify, qualify prospects, discovery questions, price negotiation, champion, decision maker, mutual action plan, prospects go dark, prospects go silent, proposals ignored, sales target, revenue target, missed the quarter, sales performance, inconsistent reps, one good rep, ramp time, ramp new reps, onboard sales reps, bonus, OTE, SPIN, Challenger, enterprise sales, bigger deals, deal size, ACV, cross-sell, closers, sales audit, sales coach, sales trainer, fractional VP of sales, sales leader, founder closes every deal, repeatable sales process, predictable revenue, document our sales process, why we lose deals, lost reasons, Chorus',
  ],
  'sales/automation': [
    'automate sales, automate follow-ups, follow-ups, automatic follow-up emails, sales tools, sales engagement, sequences, email sequences, cadences, email automation, lead routing, lead assignment, lead enrichment, reminders, quotes, automate quotes, generate quotes, quote generation, automate outreach, proposals, proposal software, contracts, e-signature, renewal reminders, meeting scheduler, meeting notes, call notes, log calls, transcription, data entry, typing, dialer',
    'reps do not follow up, forget to follow up, missed follow-ups, leads fall through the cracks, leads get lost, no time to sell, sales admin',
    'Outreach, Salesloft, PandaDoc, DocuSign',
    'automated follow-up, follow-up reminders, nurture sequence, log calls automatically, call logging, auto-log, auto-update the CRM, CRM automation, AI notetaker, meeting transcripts, Fathom, Otter, Fireflies, generate proposals, CPQ, quote-to-cash, contract renewals, renewal notices, round robin, route leads, assign leads, instant reply to leads, scheduling links, Chili Piper, Clearbit, enrich leads, Instantly, Smartlead, Aircall, SMS, HubSpot sequences, create deals automatically, deal alerts, remind reps, nudges, chasing, chase unpaid quotes, reps on admin, sales productivity, more selling time, repetitive sales tasks, cron job',
  ],
  'ai/strategy-roadmap': [
    'AI strategy, AI roadmap, AI plan, AI projects, prioritize AI projects, adoption, transformation, use cases, AI ideas, AI audit, AI workshop, AI training, AI policy, governance, ethics, AI risks, regulation, AI Act, AI budget, AI business case, AI pilot, proof of concept, chief AI officer, build or buy',
    'start with AI, begin with AI, where to use AI, what to automate with AI, use AI in my company, AI hype, falling behind on AI, AI opportunities, where can AI help, what can AI do for us, AI project failed, too many AI tools, is our data safe with AI',
    'board asks about AI, investors ask about AI, AI plan for investors, which AI use case first, prioritize use cases, quick wins, AI ROI, AI costs, AI privacy, AI liability, AI legal, AI security, LLM privacy, privacy and liability of AI, employees use ChatGPT, staff use ChatGPT, shadow AI, AI usage policy, AI guidelines, train staff on AI, AI skills, replace employees with AI, which jobs can AI do, AI vendors, which model, compare AI tools, AI assessment, AI advisor, AI officer, competitors use AI, AI in our product, AI features, prototype, do we need AI, is AI worth it, AI pilots stall, AI not delivering',
  ],
  'ai/agent-development': [
    'AI agent, build an AI agent, custom agents, develop an agent, AI developer, AI engineer, AI employee, AI assistant, AI bot, AI SDR, AI receptionist, assistant, chatbot, bot, voice agent, voicebot, support tickets, customer support automation, automate customer service, support bot, customer service bot, document processing, invoice processing, machine learning, prompts, prompt engineering, RAG, fine-tuning, guardrails, human in the loop',
    'GPT, ChatGPT, custom GPT, LLM, large language model, OpenAI, Claude, Anthropic, Gemini, Copilot, LangChain, Intercom, Zendesk',
    'agentic, autonomous agent, multi-agent, agent builder, bespoke AI, escalate to a human, hand over to a human, evals, evaluation, test cases, hallucinations, wrong answers, accuracy, prompt injection, own the code, own the prompts, who owns the code, ticket triage, classify emails, email triage, answer emails, FAQ bot, live chat, internal chatbot, chat with our docs, search our documents, phone agent, AI phone calls, lead qualification agent, qualify leads with AI, order status bot, data extraction, OCR, contract review, reconcile payments, invoice matching, read documents, vector database, embeddings, MCP, tool calling, CrewAI, LlamaIndex, Llama, Mistral, Bedrock, Fin',
  ],
  'ai/workflow-integration': [
    'integrations, integrate, connect tools, connect apps, API, webhooks, workflow automation, AI automation, automation tools, RPA, middleware, two-way sync, sync data, sync, sync HubSpot, apps, make apps talk to each other',
    'data silos, different systems, systems do not talk, tools do not talk to each other, broken integrations, stop copying data, copy data between systems',
    'Zapier, Make, Make.com, n8n, Workato, Power Automate, Slack, connect HubSpot and Slack, Gmail, Outlook, Google Workspace, Airtable, Stripe, QuickBooks, Xero, NetSuite, SAP',
    'connect GPT, ChatGPT integration, AI in our inbox, AI in the CRM, AI in Slack, AI in the help desk, helpdesk, plug AI into our tools, add AI to our tools, embed AI, integrations break, integration fails, failed zaps, broken zaps, zaps, Zapier too expensive, glue, duct tape, spaghetti, monitoring, error handling, silent failures, iPaaS, Boomi, MuleSoft, custom integration, API integration, legacy system, ERP integration, accounting integration, CRM integration, email integration, calendar integration, low-code, no-code, Retool, Teams, Microsoft 365, Google Drive, SharePoint, Jira, Linear, HubSpot to Slack, Stripe to HubSpot',
  ],
};

/** By slug. */
export const categoryWords: Readonly<Record<string, Words>> = {
  'business-operations': [
    'operations, operations consulting, business consulting, business operations consultant, operations manager, head of operations, COO, interim COO, chief of staff, operations help',
    'ops, ops help, ops consultant, ops team, ops manager, fix our operations, operational excellence, operations strategy, operations audit, operations services, director of operations, second in command, growing too fast, run the company better, ready for due diligence, get the company in order',
  ],
  marketing: [
    'marketing help, marketing agency, marketing consultant, marketing strategy, marketing plan, growth marketing, digital marketing, outsourced marketing, head of marketing, VP of marketing, marketing manager, marketing team, marketing department, marketing leader, CMO',
    'no marketing person, no marketer, no marketing team, first marketing hire, hire a marketer, marketing freelancer, marketing support, marketing company, marketing expert, marketing director, marketing audit, B2B marketing, SaaS marketing, startup marketing, marketing for startups, e-commerce marketing, marketing does not work, marketing services',
  ],
  sales: [
    'sales consulting, sales consultant, sales training, sales agency, more sales, increase sales, revenue, outsourced sales',
    'help with sales, sell more, sell better, help us sell, bad at selling, sales support, sales advice, sales expert, sales growth, boost sales, low sales, sales are down, sales dropped, sales department, sales organization, sales services',
  ],
  ai: [
    'artificial intelligence, AI consulting, AI agency, AI company, AI experts, AI solutions, AI tools, generative AI, automation, automation agency, help with AI, AI for my business, AI for small business, automate my business',
    'AI help, LLM help, LLM, AI consultants, AI consultancy, AI partner, AI firm, AI services company, AI freelancer, do you do AI, AI for SaaS, AI for e-commerce, AI for startups, AI for a small team, machine intelligence',
  ],
};

/** By the page. */
export const routeWords = {
  services: [
    'services, what do you do, what you do, what do you offer, how can you help, what can you do for me, work together, list of services, service list, all services, areas of expertise, expertise, solutions',
    'consulting, consultancy, consultant, growth consultant, B2B SaaS consulting, e-commerce consulting, growth agency, growth consulting for startups, advisor, mentor, business coach, freelancer, freelance consultant, done for you, do it for us, outsource, outsource or hire, instead of hiring, in-house, interim, head of growth, growth hacker, growth marketer, help my company, help my startup, help me grow, help me grow my business, grow my business, scale my company, scaling, scale up, startups, small business, SaaS companies, who do you work with',
    'everything you offer, offerings, which services, capabilities, specialties, specialize in, what are you good at, what do you help with, who do you help, who is this for, is this for me, early stage, bootstrapped, seed stage, B2B, D2C, too small for you, company size you work with, growth partner, growth advisor, growth expert, growth team, growth services, strategy consultant, management consultant, fix my business, fix my company',
  ],
  pricing: [
    'prices, price list, how much, how much is it, what does it cost, cost, costs, fees, rates, hourly rate, day rate, per hour, price per hour, how much is an hour, how much do you charge, fixed price, per month, monthly price, monthly fee, project price, consulting fee, consultant cost, charge, quote, get a quote, request a quote, packages, plans, dollars, USD, advisory hours, what is an audit, engagement, how long does it take, duration, hours per week',
    'expensive, affordable, cheap, cheapest, cheapest way to start, budget, minimum budget, minimum project, project size, budget for consulting, discount, startup discount, free trial, trial, success fee, performance-based, equity, retainer, subscription, fractional CMO, fractional COO, fractional',
    'contract, contract length, sign a contract, minimum term, notice period, lock-in, cancel, cancellation, cancel any time, quit any time, pause, refund, money back, guarantee, payment, payment terms, pay monthly, pay upfront, deposit, instalments, stop any time, bill, billing, how do you bill, invoice, VAT',
    'run it for us, can you run it for us, do the work for us, embedded, hands-on, advice only, flat fee, fixed fee, fixed fee or retainer, time and materials, scope, statement of work, SOW, proposal, what is in the audit, what do I get, deliverables, included, audit report, engagement models, how do we engage, ways to work with you, payment plan, credit card, currency, euros, afford, too expensive, small budget, start small, pilot project, trial project, one-off project, ongoing, part-time, fractional executive, hours per month, how soon can you start, start date, NDA, own the work, who owns the work, hidden fees, extra costs, travel costs',
  ],
  clients: [
    'reviews, testimonials, clients, client list, who have you worked with, customers, references, customer stories, client stories, success stories, trust, recommendations, feedback, who have you helped, what clients say, what customers say, who do you work for, case study, examples of your work, portfolio',
    'other clients, SaaS clients, e-commerce clients, clients like us, companies like mine, companies you worked with, happy clients, who uses you, who hired you, logos, Trustpilot, Clutch, stars, client quotes, talk to a past client, reference call, social proof, endorsements',
  ],
  about: [
    'about us, about you, team, your team, partners, founders, people, who are you, company, your company, company size, company info, how many people, how big are you, employees, history, story, leadership, management, CEO, experience, background, remote, remote company, founded, who is behind this, who runs this company, how old is the company, who works here, meet the team, real people, who will I work with, mission, values',
    'case studies, results, your results, track record, industries, achievements, awards, why you, why choose you, why work with you, why should I trust you, trust you, are you any good, any good, legit, is it legit, scam, proof, proof it works, does it work, where have you worked before, credentials, qualifications, certificates',
    'why not an agency, are you an agency, agency or consultant, difference, what makes you different, approach, your approach, how do you work, method',
    'run a SaaS yourselves, ran a company, operators, have you done this before, how you work with teams, principles, philosophy, team size, staff, years in business, how long have you been around, boutique, small firm, independent, funding, investors of yours, name of the company, numbers you achieved, stats, growth achieved, background of the founders',
  ],
  contact: [
    'contact us, contact form, get in touch, reach you, write to you, send you a message, send a message, message, ask a question, questions, ask you something, email, email address, mail, phone number, telephone, call, call you, ring, ring me back, call me back, chat, WhatsApp, LinkedIn, Twitter, follow us, press, partnership, guest post, speaker',
    'book a call, book a meeting, set up a meeting, schedule a demo, demo, appointment, calendar, free call, schedule a meeting, schedule a call, free consultation, book a consultation, consultation, strategy session, intro call, discovery call with you, video call, Zoom, talk, can we talk, talk to someone, talk to sales, talk to a human, speak with a partner, human, expert, visit you, meet in person, Calendly, first step, next steps, what happens next, what happens after I contact you',
    'address, office, office address, headquarters, location, where are you based, where are you located, based, country, Europe, time zone, timezone, opening hours, opening times, office hours, working hours, open today, weekend, Saturday, Sunday, when are you available, availability, response time, reply, hear back, how fast do you answer, how soon do you reply, urgent, support, existing client, client portal, login, new client',
    'contact person, contact details, reach out, mobile, Skype, Teams call, coffee, short call, quick call, 15 minutes, 30 minutes, intro meeting, get started, start working with you, hire you, how do I hire you, inquiry, enquiry, complaint, journalist, media inquiry, podcast invitation, invite you to speak, map, directions, city, language, speak German, holidays, evening, weekdays, business hours, answer fast, tomorrow, today, ASAP, emergency, Slack channel',
  ],
  blog: [
    'articles, all articles, latest articles, posts, news, newsletter, subscribe, insights, RSS',
    'blog posts, latest posts, recent posts, new posts, articles for founders, articles for SaaS founders, something to read, reading, essays, your writing, what do you write about, tips, advice, learn, archive, topics, authors, email updates, mailing list, most popular',
  ],
  resources: [
    'resources, free resources, free stuff, templates, template library, library, guides, checklists, worksheets, toolkit, downloads, ebooks, e-books, PDF, whitepapers, white paper, course, videos',
    'playbooks and checklists, download, free download, free tools, free guides, how-to guides, tutorials, training material, materials, email templates, cheat sheet, swipe file, calculators, Notion template, Excel template, examples, samples, learning, do it myself, DIY',
  ],
  careers: [
    'jobs, job openings, job opportunities, work from home, vacancies, vacancy, open positions, open roles, hiring, are you hiring, recruiting, employment, work for you, work with us, work at our company, work at your company, join, apply, application, CV, resume, salary, internship, interns, trainee, student job, freelance for you, remote job, culture',
    'remote jobs, job offers, work here, looking for a job, perks, benefits, vacation days, hire me, send my resume, positions, roles, analyst, associate, junior, graduate, students, freelancers wanted, contractor for you, visa, job interview, interview process, hiring process, part-time job, recruiter',
  ],
  privacy: [
    'privacy policy, GDPR, CCPA, data protection, personal data, personal information, my data, my information, use my information, delete my data, remove my data, delete me, data deletion, data request, collect data, data safe, data secure, data stored, store my data, sell my data, share my data, who sees my email, hosting, unsubscribe, spam, opt out',
    'form data, contact form data, what happens with my data, data I send you, keep my data, how long do you keep my data, retention period, where is my data, server location, third parties, erase, right to be forgotten, access my data, export my data, copy of my data, withdraw consent, legal basis, data controller, data protection officer, DSGVO, log files, IP address, marketing emails, confidential, confidentiality',
  ],
  terms: [
    'terms of service, terms of use, terms and conditions, legal notice, legal, legal entity, registered company, imprint, impressum, disclaimer, liability, warranty, copyright, license, licence, reuse, copy your templates, use your templates, republish, republish your article, cite your article, results guaranteed',
    'not legal advice, legal advice, tax advice, financial advice, responsibility, governing law, jurisdiction, court, disputes, quote your article, share your article, translate your article, link to your site, permission, use your content, use your text, use your content for AI training, scrape, commercial use, Creative Commons, trademark, intellectual property, registration number, VAT number, tax ID, print your article',
  ],
  cookies: [
    'cookie policy, cookie banner, cookie consent, consent, use cookies, tracking, do you track me, use tracking, trackers, analytics, pixels, local storage, third-party scripts',
    'no consent banner, why no cookie banner, cookie popup, session cookie, tracking scripts, Google Analytics, Facebook pixel, tag manager, Plausible, Matomo, fingerprinting, do not track, accept cookies, reject cookies, delete cookies, stored in my browser, browser storage',
  ],
} satisfies Readonly<Record<string, Words>>;

/** By name. */
export const partnerWords: Readonly<Record<string, Words>> = {
  'Marta Lindqvist': [
    'head of operations, operations partner, operations person, who runs operations, sales partner, head of sales, boss, owner, president',
  ],
  'Daniel Osei': [
    'head of marketing, your head of marketing, marketing partner, marketing person, who leads marketing, who does the marketing, content partner, SEO person',
  ],
  'Ilya Brandt': [
    'head of AI, AI partner, AI person, who does the AI, who builds the agents, engineer, developer, technical partner, tech lead, head of technology',
  ],
};

/** By the address of an article or a resource. */
export const itemWords: Readonly<Record<string, Words>> = {
  '/blog/why-your-growth-stalled': [
    'why are we not growing, growth ceiling, hit a ceiling, flat revenue, flat MRR, growth slowed down, slowing growth, growth rate falling, stuck at $1M ARR, spend more on ads, more ads, more ad budget, more leads do not help, leaky bucket, churn eats growth, churn eats new customers, customers cancel as fast as we sign them, new customers only replace lost ones, monthly churn, churn math, same revenue as last year, working harder without growth, missed growth target, where to look first',
  ],
  '/blog/crm-your-team-fills-in': [
    'nobody updates the CRM, reps do not update the CRM, sales will not log anything, CRM is empty, CRM fields, too many fields, empty fields, stale deals, dead deals, old deals in the pipeline, stalled deals, lifecycle stage, lifecycle stage or deal stage, stage definitions, pipeline hygiene, forecast nobody trusts, pipeline is fiction, weekly pipeline meeting, HubSpot settings, HubSpot tips, reps keep notes in spreadsheets',
  ],
  '/blog/handoffs-that-lose-revenue': [
    'handover between teams, SDR to AE, handover to the account executive, marketing to sales, sales to customer success, leads fall through the cracks, demo requests answered late, slow lead response, speed to lead, customers repeat themselves, silence after the contract, sales overpromises, onboarding starts late, support tickets never reach product, feature requests get lost, product roadmap ignores support, late renewal call, renewal surprise, nobody owns the customer, dropped balls, teams do not talk',
  ],
  '/blog/where-ai-agents-pay': [
    'is an AI agent worth it, ROI of an AI agent, agent business case, payback, AI savings, hours saved by AI, AI or a rule, rules or a model, agent or automation, plain rules, if-else, when not to use AI, AI for cold email, AI SDR, AI spam, AI outreach, chatbot annoys customers, ticket deflection, replace support with AI, jobs for agents, tasks for agents, examples of agents, AI overhyped',
  ],
  '/blog/organic-search-that-compounds': [
    'delete old blog posts, prune content, update or delete, merge articles, how long does SEO take, when does SEO pay off, when does SEO work, does blogging work, is SEO dead, is SEO worth it, publish less, how often should we post, quality or quantity, choose blog topics, search volume, buyer intent, bottom of funnel content, interview experts, AI-written articles, traffic but no leads from the blog, blog without results, SEO report for the board, content plan',
  ],
  '/blog/raise-prices-keep-customers': [
    'price rise, price hike, we are too cheap, undercharging, underpriced, prices too low, charge more, existing customers, grandfathering, grandfather old plans, legacy pricing, price increase letter, price increase email, announce new prices, tell customers about new prices, angry customers, will customers leave if prices go up, how much to raise, pricing change, inflation, willingness to pay, value-based pricing, price test',
  ],
  '/blog/quiet-ecommerce-automations': [
    'online shop, webshop, online store, Shopify automation, order automation, order management, wrong address, returned parcels, failed payments, duplicate orders, oversold, sold out, stock levels, where is my order, late deliveries, lost parcel, carrier, supplier, Black Friday, peak season, holiday rush, support overload, drowning in orders, back office of a shop',
  ],
  '/blog/before-your-first-sales-hire': [
    'first sales hire, first sales rep, when to hire a salesperson, hire a sales rep, first AE, first SDR, first account executive, hire a VP of sales, founder-led sales, founder selling, I hate selling, tired of selling, stop selling myself, hand over sales, replace myself in sales, sales hire failed, rep does not close, how much to pay a salesperson, too early to hire, hire two reps, write down how I sell',
  ],
  '/blog/attribution-for-monday': [
    'where do customers come from, where leads come from, where signups come from, which channel works, which channel to cut, which ads work, does marketing work, wasted ad spend, waste money on ads, where to spend the budget, first touch, last touch, last click, multi-touch, attribution tool, UTM naming convention, how did you hear about us, self-reported, dark social, brand search, bidding on our own brand, brand keywords, switch off ads, pause ads, incrementality, direct traffic, broken tracking',
  ],
  '/blog/forty-companies': [
    'prospect list, target list, target accounts, build a list by hand, list of companies, dream customers, find customers without marketing, no marketing budget, founder outreach, cold email nobody answers, cold email that gets replies, write a cold email, what to write to prospects, personalized outreach, outreach template, manual outreach, spray and pray, trigger events, two hours a week, first ten customers, how to get the first customers',
  ],
  '/resources/revenue-leak-audit-checklist': [
    'where are we losing money, where do we lose money, revenue leaks, find leaks, self-audit, audit questions, audit template, health check, business checkup, list of questions, what is broken, money left on the table, audit workshop',
  ],
  '/resources/crm-migration-workbook': [
    'move to a new CRM, change CRM, switch from Salesforce, leave Salesforce, data migration, migration plan, migration checklist, import contacts, export data, map fields, field mapping, dedupe before import, test import, dry run, cutover, go-live day, rollback plan, lose data, old CRM, four weeks',
  ],
  '/resources/agent-readiness-scorecard': [
    'are we ready for AI, ready for an agent, AI readiness test, AI maturity, is our data good enough, data ready for AI, data quality for AI, enough data, can this job be automated, which job first, score jobs, self-assessment, quiz, prerequisites, before we buy AI',
  ],
  '/resources/customer-kickoff-agenda': [
    'kickoff meeting, kickoff call, kickoff template, onboarding call, onboarding agenda, onboarding meeting, customer onboarding, client onboarding, welcome call, first call with a new client, first meeting after signing, after a client signs, after the contract is signed, first week with a customer, early churn, customers never start, prevent churn, reduce churn',
  ],
  '/resources/growth-playbook': [
    'growth plan, growth strategy, growth framework, growth method, theory of constraints, find the bottleneck, biggest bottleneck, limiting factor, what to fix first, what to focus on, too many projects, too many priorities, prioritize growth ideas, one thing at a time, root cause, five whys, customer journey, conversion at each stage, quarterly plan',
  ],
  '/resources/tech-stack-guide': [
    'which tools, which software, best tools for startups, tool list, too many tools, too many apps, too many subscriptions, SaaS sprawl, SaaS spend, software costs, unused licenses, cancel tools, get rid of tools, consolidate tools, tool audit, system of record, which tool first, before we buy a tool, vendor lock-in',
  ],
  '/resources/ai-implementation-guide': [
    'implement AI, roll out AI, AI rollout, AI step by step, AI project plan, first AI agent, ship an agent, agent in production, from pilot to production, test an agent, evals, release in steps, human review, kill switch, tell the team about AI, staff afraid of AI, how long does an AI project take, introduce AI',
  ],
};
