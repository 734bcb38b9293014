export interface SearchOutcome {
  query: string;
  /** The words that were searched for in place of misspelt ones; '' when none was. */
  instead: string;
  total: number;
  shown: number;
  /** Whether no result has every word. */
  isPartial: boolean;
}

const countResults = (total: number) => (total === 1 ? '1 result' : `${total} results`);

/** The customer's messages and the texts of lists and states, word for word. */
export const messages = {
  contact: {
    success: "Thank you for reaching out! We'll get back to you within one business day.",
    failure: (message: string, email: string) =>
      `Sorry, there was an error sending your message: ${message}. Please try again or email us directly at ${email}`,
    /** The `{message}` of `failure` for an answer other than success. `error` is the answer's `error` field. */
    status: (status: number, error: string | undefined) =>
      `Error ${status}: ${(error ?? 'Something went wrong while sending your message.').replace(/\.$/, '')}`,
    network: 'Network error',
    /** What the form calls its fields, by their names (engine/leads/fields.ts). */
    labels: {
      name: 'Name',
      email: 'Business Email',
      company: 'Company',
      phone: 'Phone Number',
      challenge: "Main challenge you're trying to solve",
    },
    /** The answer to the question about an address without an ending. */
    isComplete: 'Yes, it is complete',
    submit: 'Send Message',
    submitting: 'Sending...',
  },
  posts: {
    intro:
      'Insights, strategies, and thought leadership on growth, AI implementation, and operational excellence for B2B SaaS founders.',
    listFailed: 'Failed to load blog posts. Please try again later.',
    listFailedTitle: 'Something went wrong',
    loadingList: 'Loading posts...',
    loading: 'Loading post...',
    failed: 'Failed to load the blog post. Please try again later.',
    notFound: 'Blog post not found',
    notFoundHint:
      "We couldn't find the blog post you're looking for. It may have been moved or deleted.",
    empty: 'No blog posts yet',
    emptyHint:
      "We're working on creating valuable content for you. Check back soon for insights on growth, AI, and operational excellence.",
    noContent: 'No content available',
    back: 'Back to Blog',
    count: (articles: number) => (articles === 1 ? 'One article' : `${articles} articles`),
    tagged: (count: string, label: string, audience: string) =>
      `${count} on ${label}, for ${audience}.`,
    saved: 'Blog post saved to your bookmarks!',
  },
  resources: {
    intro: 'Playbooks, guides and checklists we use with clients, yours to run without us.',
    loadingList: 'Loading resources...',
    loading: 'Loading resource...',
    listFailed: 'Failed to load resources. Please try again later.',
    failed: 'Failed to load the resource. Please try again later.',
    notFound: 'Resource not found',
    back: 'Back to Resources',
    saved: 'Resource saved to your bookmarks!',
  },
  live: {
    description: 'An item that may be newer than this site.',
    open: 'Published a moment ago? Open it',
    retry: 'Try again',
  },
  search: {
    description: 'Search the services, articles and resources of this site.',
    link: 'Search articles and resources',
    label: 'Search this site',
    submit: 'Search',
    loading: 'Searching...',
    failed: 'Search is not available right now. Try again in a moment, or browse below.',
    found: ({ query, instead, total, shown, isPartial }: SearchOutcome) => {
      if (total === 0)
        return `Nothing found for “${query}”. Try another word or a shorter one, or browse below.`;
      if (instead)
        return `Nothing found for “${query}”. The nearest words, “${instead}”, have ${countResults(total)}.`;
      if (isPartial) return `No page has every word of “${query}”. These come closest.`;
      if (total > shown) return `The best ${shown} of ${total} results for “${query}”`;
      return `${countResults(total)} for “${query}”`;
    },
    ask: 'Ask us instead',
    withoutScript: 'Search needs JavaScript. Without it, browse here:',
  },
  /** Shown when a button's script does not come. */
  failed: 'This button did not load. Reload the page and try again.',
  share: {
    failed: 'Sharing did not load. Copy the address of this page from the address bar.',
    /** Title for a device that shares a page without a heading. */
    genericTitle: 'Growth insights worth sharing',
    copied: 'Link copied to clipboard!',
    copyByHand: 'Copy the address of this page:',
  },
} as const;
