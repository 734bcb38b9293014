import { a, b, doc, h2, i, ol, p, quote, strike, table, ul } from '#data/built-in/document.ts';
import { post } from '../entry.ts';

export const seoThatCompounds = post('post-seo-that-compounds', '2026-09-07T06:45:00.000Z', {
  title: 'Organic search that compounds: publish less, finish more',
  slug: 'organic-search-that-compounds',
  author: doc(p('Daniel Osei')),
  publishedDate: '2026-09-07',
  featuredImage: 'asset-staircase',
  excerpt: doc(
    p(
      'Half of the articles on your blog could go tomorrow and no buyer would notice. An editorial plan for writing ',
      i('fewer'),
      ' of them and getting more from each.',
    ),
  ),
  category: 'Marketing',
  tags: ['SEO', 'Content', 'Growth'],
  seoTitle: 'SEO for SaaS: publish less, finish more',
  seoDescription:
    'An editorial plan for B2B SaaS: choose topics by revenue, interview your own experts, and spend half of your time on pages you already have.',
  content: doc(
    p(
      'Our best year in organic search returned 61 times what we spent on it, and it began with deleting pages. I mention the figure once because people ask. The deleting is the part you can copy.',
    ),
    p(
      'A reader comes with a question. Most company blogs publish pages that open the question, walk around it for a thousand words and end with an invitation to a demo. Search engines send such a reader to the next result, and they are right to do so. Finish the question and you keep the reader.',
    ),
    h2('Choose topics by how close they are to a purchase'),
    p(
      'Keyword tools sort by volume, so everyone writes about the same broad terms. Sort by distance instead. From near to far:',
    ),
    ol(
      [
        b('Switching. '),
        '“How do I move from X”, “X vs. Y”. Few people search for this, and those who do have a budget and a date.',
      ],
      [
        b('Doing. '),
        '“How to calculate”, “template for”, “checklist”. The reader is busy with the very job your product does.',
      ],
      [
        b('Understanding. '),
        '“What is”. Many searches, little intent. Write these last, and only where you can be the best answer there is.',
      ],
    ),
    p(
      'Say a term of the third kind brings 5,000 visits a month and one in 2,500 of them becomes an inquiry. That is two. A term of the first kind brings 80 visits, and one in twenty asks for a call. That is four, from a page that no one else bothered to write.',
    ),
    p(
      'Your sales team can name twenty topics of the first two kinds from memory, because they hear them on calls. Ask for them over lunch.',
    ),
    h2('Interview the person who knows'),
    p(
      'A writer with a search engine produces what the search engine already has. Give the same writer thirty minutes with your head of support, and you get sentences that only you could have published. The brief needs five lines:',
    ),
    ul(
      'the question, in the reader’s words;',
      'the answer, in one sentence;',
      'the person in the company who knows it best;',
      'the mistake most readers have already made;',
      'what they should do next, with or without us.',
    ),
    p(
      'If your company has no opinion on the second line, ',
      strike('hire an agency'),
      ' drop the topic; no agency can have the opinion for you.',
    ),
    h2('Spend half of the time on old pages'),
    p(
      'Once a quarter, list every article with its visits, its average position and the inquiries that began on it. Each one gets one of four verdicts, and a name next to it.',
    ),
    table(
      ['Verdict', 'For a page that', 'What you do'],
      [
        'Improve',
        'ranks in positions 5 to 15',
        'Finish the question, then ask an expert to read it',
      ],
      ['Merge', 'competes with another of yours', 'Keep the better one, redirect the other'],
      ['Update', 'is right but dated', 'Change the text, and only then the date'],
      ['Remove', 'helps no one', 'Delete it, and redirect if anyone links to it'],
    ),
    p(
      'Removing feels like waste to whoever wrote the page. It helps to say aloud that the article was a bet, that the bet is settled, and that the stake is gone either way. What remains gets read more, linked to more, and looked after by people who have time for it.',
    ),
    quote(
      'Treat the blog as a product. It has users, it has bugs, and someone has to maintain it.',
    ),
    h2('Get the plumbing right once'),
    p(
      'Fast pages, one address for each, honest titles, headings that make sense when read alone, and links between pages that belong together. The search engines’ ',
      a(
        'https://developers.google.com/search/docs/fundamentals/seo-starter-guide',
        'own starter guide',
      ),
      ' covers it, and the W3C’s old note on why ',
      a('https://www.w3.org/Provider/Style/URI', 'cool URIs don’t change'),
      ' is still the best thing to read before a relaunch. After that the plumbing needs an hour a month. Anyone who finds a technical emergency every week is selling emergencies.',
    ),
    h2('Report what the board understands'),
    p(
      'Rankings are for the team. The board gets one table with three columns: money spent on content, inquiries that began on an article, deals won from them. Plan for four months with nothing to show and a first trickle after six. After a year you should see the line keep ',
      i('rising without you'),
      ', in a month when you published nothing because everyone was at a trade show. If it does not, go back to the topics.',
    ),
    p(
      'If you want the list of topics and the verdicts done together, that is how our ',
      a('/services/marketing/seo-content-strategy', 'SEO and content strategy'),
      ' starts.',
    ),
  ),
});
