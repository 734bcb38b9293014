/** What people ask for, a word or two, by the word or the two that pages use for it: other words, and names of tools. */
export const synonyms: Readonly<Record<string, string>> = {
  agenda: 'checklist, template, script, meeting plan',
  agent: 'bot, copilot, hallucinate, LLM, GPT',
  'agent development':
    'CrewAI, LlamaIndex, Llama, Mistral, Bedrock, LangChain, AutoGen, Pinecone, embeddings, vector database, Freshdesk',
  attribution:
    'channel, ROI, measure, analytics, GA4, UTM, click, marketing budget, marketing works, marketing spend, source, first touch, last touch, touchpoint, multi touch, come from, came from, coming from, heard about, hear about, track, tracking links, naming convention, wasted budget, dark social, marketing mix',
  audit: 'assessment, diagnosis, diagnostic',
  bottleneck: 'constraint',
  channel: 'ad, campaign',
  checklist: 'template, worksheet',
  churn:
    'retention, attrition, NPS, LTV, leave, losing customers, lose customers, customers leaving, cancellations, keep customers',
  compliance:
    'Vanta, Drata, Okta, AWS, Azure, Jamf, 1Password, LastPass, Bitwarden, Secureframe, Kandji, OneTrust, Sprinto, NIS2, PCI, MDM',
  constraint:
    'bottleneck, limiting factor, holding back, holds back, biggest problem, weakest link, fix first, focus, prioritize',
  conversion: 'convert',
  ecommerce:
    'Shopify, WooCommerce, Magento, BigCommerce, Etsy, Amazon, DTC, D2C, dropshipping, shop, store, retail, wholesale, marketplace, warehouse, inventory, stockout, order, delivery, shipping, courier, parcel, returns, fulfillment, 3PL, logistics, Christmas, Black Friday, BFCM, Cyber Monday, peak season, holiday season',
  fill: 'update, log, enter, maintain, use CRM, empty fields, data entry',
  'first salesperson':
    'sales hire, first hire, first rep, first AE, first seller, first sales, founder led, founder sales, stop selling, replace myself',
  funnel:
    'Hotjar, Mixpanel, Amplitude, PostHog, Optimizely, FullStory, VWO, Unbounce, Heap, Pendo, Clarity, Crazy Egg, Instapage, Appcues',
  growth: 'ARR, MRR, grow, scale',
  handoff:
    'handover, hand over, pass on, cracks, ball dropped, drop ball, between teams, lead response, response time, speed lead, slow response, cold leads, lead goes, overpromise, sales promised, SDR AE, silo',
  hire: 'recruit, job ad, candidate',
  HubSpot:
    'Freshsales, ActiveCampaign, Marketo, Attio, Copper, Dynamics, Zoho, Close.com, Insightly, Keap, Bitrix, Pardot, Freshworks, Service Hub',
  implementation:
    'rollout, deploy, introduce, adopt, ship, launch, production, prod, first agent, pilot',
  increase: 'raise, rise',
  kickoff:
    'onboarding, welcome, customer success, first meeting, first call, new client, implementation call, first week, CSM',
  industry: 'sector, vertical, fintech, healthcare, medtech, edtech, proptech',
  'lead gen': 'Apollo, Clay, Lemlist, ZoomInfo, Lusha, Cognism',
  leak: 'losing money, lose money, losing revenue, lose revenue, waste money, money go, money goes, hole, health check, self audit',
  list: 'target, account, prospect, handpicked, by hand, dream customers, no budget, personalized',
  migration:
    'switch, change, move, replace, import, export, transfer, cutover, rollback, roll back, map fields, field mapping, dedupe, leave Salesforce',
  mistake: 'error, wrong, fail',
  organic: 'SEO, Google',
  pay: 'ROI, worth, payback, break even, business case, savings, hype, overhyped, replace people',
  plateau: 'stalled, stopped, ceiling',
  playbook: 'framework, method, growth strategy, growth plan, growth experiment',
  price: 'cost, fee, expensive, cheap',
  'project management':
    'Asana, Trello, ClickUp, Confluence, Miro, Loom, Basecamp, Wrike, Smartsheet',
  publish: 'blog, post, article, prune',
  raise:
    'increase, rise, charge more, undercharge, underpriced, too cheap, grandfather, legacy price, old plans, inflation',
  readiness: 'ready, good enough, maturity, prerequisite, suitable',
  renewal: 'churn, retention',
  revenue: 'money, profit, margin, ARR, MRR',
  RevOps:
    'Looker, Tableau, Power BI, Chargebee, ChartMogul, Clari, Metabase, Snowflake, BigQuery, Baremetrics, ProfitWell, Recurly, Fivetran, Gainsight',
  rule: 'if else, deterministic, script',
  'sales automation':
    'Salesloft, PandaDoc, DocuSign, Chili Piper, Instantly, Smartlead, Aircall, Fathom, Otter, Fireflies, Proposify, HelloSign, CPQ',
  'sales process': 'Gong, Chorus, Sandler, MEDDPICC',
  salesperson:
    'rep, seller, SDR, BDR, AE, executive, VP, closer, account executive, sales manager, commission',
  scorecard: 'checklist, readiness, ready, test, score, quiz, self assessment',
  SEO: 'Ahrefs, Semrush, Moz, Screaming Frog, Yoast, Clearscope, Ubersuggest, Search Console, Perplexity',
  stack:
    'tool, software, app, sprawl, subscription, unused, software costs, SaaS costs, SaaS spend, license, consolidate, ERP, help desk',
  stage: 'lifecycle',
  stalled:
    'stuck, plateau, flat, flatline, stagnant, stagnate, slow, slump, decline, shrink, hit wall, ceiling, leaky bucket, spend more, stopped growing, not growing',
  'workflow integration':
    'Workato, Boomi, MuleSoft, Celigo, Pabbly, IFTTT, Retool, SharePoint, Linear, NetSuite, SAP, Airtable, iPaaS, Google Drive',
};
