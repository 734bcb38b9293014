import { a, b, doc, h2, i, ol, p, quote, strike, ul } from '../../document.ts';
import { post } from '../entry.ts';

export const seoThatCompounds = post('post-seo-that-compounds', '2026-09-07T06:45:00.000Z', {
  title: 'Organic search that compounds: publish less, finish more',
  slug: 'organic-search-that-compounds',
  author: doc(p('Daniel Osei')),
  publishedDate: '2026-09-07',
  featuredImage: 'asset-staircase',
  excerpt: doc(
    p(
      'Half of the articles on a typical SaaS blog have never brought a customer. Here is the editorial plan we use to write fewer of them and get more from each.',
    ),
  ),
  category: 'Marketing',
  tags: ['SEO', 'Content', 'Growth'],
  seoTitle: 'SEO for SaaS: publish less, finish more',
  seoDescription:
    'An editorial plan for B2B SaaS: choose topics by revenue, interview your own experts, and spend half of your time on pages you already have.',
  content: doc(
    p(
      'The fastest organic result I was ever part of started with deleting pages. We removed about a third of a blog, merged another third, and rewrote what was left. The return on that year’s organic spend reached 61×, and the number people forget to ask about is how many new articles we published: eleven.',
    ),
    p(
      'Search rewards the page that finishes the reader’s question. Most blogs publish pages that begin it.',
    ),
    h2('Choose topics by the sale, not by the volume'),
    p(
      'Keyword tools sort by volume, so everyone writes about the same broad terms. Sort by something else: how close the question is to a purchase.',
    ),
    ol(
      [
        b('Switching questions. '),
        '“How do I move from X”, “X against Y”. Few searches, and nearly every one of them by somebody with a budget.',
      ],
      [
        b('Doing questions. '),
        '“How to calculate”, “template for”, “checklist”. The reader has the job your product does, today.',
      ],
      [
        b('Understanding questions. '),
        '“What is”. Many searches, little intent. Write these last and only where you can be the best.',
      ],
    ),
    p(
      'List twenty topics of the first two kinds. Your sales team can name most of them from memory, because they are asked on every call.',
    ),
    h2('Interview the person who knows'),
    p(
      'A writer with a search engine produces what the search engine already has. Give the same writer thirty minutes with your head of support and you get sentences nobody else could publish. Our briefs have five lines:',
    ),
    ul(
      'the question, in the reader’s words;',
      'the answer, in one sentence;',
      'the person in the company who knows it best;',
      'the mistake most readers have already made;',
      'the thing they should do next, with or without us.',
    ),
    p(
      'If nobody in the company has an opinion on the second line, ',
      strike('hire an agency'),
      ' drop the topic.',
    ),
    h2('Spend half of the time on old pages'),
    p(
      'Once a quarter, list every article with its visits, its position and the enquiries it started. Four things can happen to each:',
    ),
    ul(
      [b('Improve '), 'what stands on positions 5 to 15 and deserves better.'],
      [b('Merge '), 'pages that compete for the same question. Redirect the weaker one.'],
      [b('Update '), 'what is right but dated. Change the text, then the date.'],
      [b('Remove '), 'what brings nobody and helps nobody.'],
    ),
    quote('A blog is a product. Products have maintenance.'),
    h2('Get the plumbing right once'),
    p(
      'Fast pages, one address for each, honest titles, headings that make sense when read alone, links between pages that belong together. The ',
      a(
        'https://developers.google.com/search/docs/fundamentals/seo-starter-guide',
        'search engines’ own documentation',
      ),
      ' is enough to get this right, and after that it needs an hour a month. Be suspicious of anyone who finds technical emergencies every week.',
    ),
    h2('Measure what the board understands'),
    p(
      'Rankings are for the team. The board gets one table: money spent on content, enquiries that began on an article, deals won from them. Expect nothing for four months, something in six, and a line that keeps ',
      i('rising without you'),
      ' after a year. That last part is what compounding means, and it is the reason to start before you need it.',
    ),
  ),
});
