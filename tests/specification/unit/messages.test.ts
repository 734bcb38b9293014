/** The messages that the customer fixed, word for word. */
import { expect, test } from 'vitest';
import { messages } from '#data/messages.ts';

const { contact, posts: blog, resources, share } = messages;

test.each([
  [contact.submit, 'Send Message'],
  [contact.submitting, 'Sending...'],
  [contact.success, "Thank you for reaching out! We'll get back to you within one business day."],
  [
    contact.failure(contact.status(500, undefined), 'a@firm.test'),
    'Sorry, there was an error sending your message: Error 500: Something went wrong while sending your message. Please try again or email us directly at a@firm.test',
  ],
  [blog.listFailedTitle, 'Something went wrong'],
  [blog.listFailed, 'Failed to load blog posts. Please try again later.'],
  [blog.failed, 'Failed to load the blog post. Please try again later.'],
  [blog.notFound, 'Blog post not found'],
  [
    blog.notFoundHint,
    "We couldn't find the blog post you're looking for. It may have been moved or deleted.",
  ],
  [blog.empty, 'No blog posts yet'],
  [
    blog.emptyHint,
    "We're working on creating valuable content for you. Check back soon for insights on growth, AI, and operational excellence.",
  ],
  [blog.noContent, 'No content available'],
  [blog.back, 'Back to Blog'],
  [blog.saved, 'Blog post saved to your bookmarks!'],
  [resources.listFailed, 'Failed to load resources. Please try again later.'],
  [resources.failed, 'Failed to load the resource. Please try again later.'],
  [resources.notFound, 'Resource not found'],
  [resources.loadingList, 'Loading resources...'],
  [resources.loading, 'Loading resource...'],
  [resources.back, 'Back to Resources'],
  [resources.saved, 'Resource saved to your bookmarks!'],
  [share.copied, 'Link copied to clipboard!'],
])('%s', (message, fixed) => expect(message).toBe(fixed));
