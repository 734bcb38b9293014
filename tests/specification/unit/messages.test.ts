/** The messages that the customer fixed, word for word. */
import { expect, test } from 'vitest';
import { messages } from '../../../src/data/messages.ts';

const { contact, blog, resources, share } = messages;

test('the contact form has its fixed texts', () => {
  expect(contact.submit).toBe('Send Message');
  expect(contact.submitting).toBe('Sending...');
  expect(contact.success).toBe(
    "Thank you for reaching out! We'll get back to you within one business day.",
  );
  const message = contact.status(500, undefined);
  expect(contact.failure(message, 'a@firm.test')).toBe(
    'Sorry, there was an error sending your message: Error 500: Something went wrong while sending your message. Please try again or email us directly at a@firm.test',
  );
});

test('lists and pages have their fixed texts', () => {
  expect([blog.listFailedTitle, blog.listFailed, blog.postFailed]).toEqual([
    'Something went wrong',
    'Failed to load blog posts. Please try again later.',
    'Failed to load the blog post. Please try again later.',
  ]);
  expect([blog.notFound, blog.empty, blog.noContent, blog.back]).toEqual([
    'Blog post not found',
    'No blog posts yet',
    'No content available',
    'Back to Blog',
  ]);
  expect([resources.listFailed, resources.resourceFailed, resources.notFound]).toEqual([
    'Failed to load resources. Please try again later.',
    'Failed to load the resource. Please try again later.',
    'Resource not found',
  ]);
  expect([resources.loadingList, resources.loading, resources.back]).toEqual([
    'Loading resources...',
    'Loading resource...',
    'Back to Resources',
  ]);
  expect([share.copied, blog.saved, resources.saved]).toEqual([
    'Link copied to clipboard!',
    'Blog post saved to your bookmarks!',
    'Resource saved to your bookmarks!',
  ]);
});
