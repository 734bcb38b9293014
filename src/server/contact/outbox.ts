/**
 * The outbox: a lead is stored before anyone is told so, and mailed until the inbox has it. At least
 * once, never lost: a lead mailed twice, after a crash, carries the same Message-ID.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Submission } from '../../contact/submission.ts';
import { describeError, type Log } from '../log.ts';

/** Checks types alone: a rule that became stricter since must not lose a stored lead. */
const leadSchema = v.object({
  id: v.string(),
  /** ISO 8601, as all times here. */
  receivedAt: v.string(),
  submission: v.object({
    name: v.string(),
    email: v.string(),
    company: v.string(),
    phone: v.string(),
    challenge: v.string(),
  }) satisfies v.GenericSchema<unknown, Submission>,
  attempts: v.number(),
  nextAttemptAt: v.string(),
  /** Why the last attempt failed, in the words of the mail server. */
  error: v.nullable(v.string()),
  sentAt: v.nullable(v.string()),
});
export type Lead = v.InferOutput<typeof leadSchema>;

/** `failed`: refused for good by the mail server, kept until somebody retries it. */
export const leadStates = ['waiting', 'sent', 'failed'] as const;
export type LeadState = (typeof leadStates)[number];

/** @throws {Error} when a stored lead is damaged */
export function parseLead(value: unknown): Lead {
  const { success, output } = v.safeParse(leadSchema, value);
  if (!success) throw new Error('A stored lead is damaged.');
  return output;
}

/** Where leads lie: files on Node, Blobs on Netlify. What resolves has happened durably. */
export interface LeadStore {
  /** A new lead, waiting; false when another process was faster to add it. */
  add(lead: Lead): Promise<boolean>;
  read(id: string, state: LeadState): Promise<Lead | null>;
  /** A lead in any state. */
  find(id: string): Promise<Lead | null>;
  /** Ids, older ones first. */
  list(state: LeadState): Promise<string[]>;
  /** Replaces a lead's record and moves it; a crash in between leaves it in at least one state. */
  move(lead: Lead, from: LeadState, to: LeadState): Promise<void>;
}

/** Resolves when the mail server has taken the lead. */
export type SendMail = (lead: Lead) => Promise<void>;

/** The mail server refuses this lead for good. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

export interface OutboxOptions {
  store: LeadStore;
  /** null: nothing is mailed, leads wait. */
  sendMail: SendMail | null;
  log: Log;
  now: () => number;
}

/** The same fields within this time are the same lead: a double click, a reload, a retry. */
const sameLeadMs = 10 * 60_000;
/** The attempt that follows storing at once has this long before another process may try. */
const firstAttemptMs = 60_000;
/** Mails under way at once: one that hangs must not hold up all others. */
const linesOfMail = 4;
const firstDelayMs = 10_000;
const longestDelayMs = 60 * 60_000;

/** Milliseconds until the next attempt, after `attempts` failed ones (contract, Readings: Mail). */
export function getRetryDelay(attempts: number, random: number): number {
  const delay = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  // Up to a half less, so that leads of one outage do not come back all at once.
  return delay * (1 - random / 2);
}

const toIso = (time: number) => new Date(time).toISOString();

export function createOutbox({ store, sendMail, log, now }: OutboxOptions) {
  const adding = new Map<string, Promise<'added' | 'known' | 'refused'>>();
  const lines = Array.from({ length: linesOfMail }, () => Promise.resolve());
  const unreadable = new Set<string>();
  let stopped = false;

  const getId = (hash: string, time: number) =>
    `${Math.floor(time / sameLeadMs).toString(36)}-${hash}`;

  async function isKnown(hash: string, time: number): Promise<boolean> {
    for (const id of [getId(hash, time), getId(hash, time - sameLeadMs)]) {
      const lead = await store.find(id);
      if (lead) return Date.parse(lead.receivedAt) > time - sameLeadMs;
    }
    return false;
  }

  /** One attempt, unless somebody else has made it meanwhile. */
  async function attempt(id: string, send: SendMail): Promise<void> {
    const lead = stopped ? null : await store.read(id, 'waiting');
    if (!lead) return;
    if (lead.sentAt !== null) {
      await store.move(lead, 'waiting', 'sent');
      return;
    }
    try {
      await send(lead);
    } catch (error) {
      const attempts = lead.attempts + 1;
      const failed: Lead = {
        ...lead,
        attempts,
        error: error instanceof Error ? error.message : String(error),
        nextAttemptAt: toIso(now() + getRetryDelay(attempts, Math.random())),
      };
      const isFinal = error instanceof MailRefused;
      await store.move(failed, 'waiting', isFinal ? 'failed' : 'waiting');
      log({
        event: isFinal ? 'lead.refused' : 'lead.delayed',
        id,
        attempts,
        ...describeError(error instanceof MailRefused ? error.cause : error),
      });
      return;
    }
    await store.move(
      { ...lead, attempts: lead.attempts + 1, error: null, sentAt: toIso(now()) },
      'waiting',
      'sent',
    );
    log({ event: 'lead.sent', id, attempts: lead.attempts + 1 });
  }

  /** In line behind other mails; a store that fails now is asked again later. */
  function deliver(id: string): Promise<void> {
    if (!sendMail) return Promise.resolve();
    // One lead always has the same line, so that it is never under way twice.
    const number = parseInt(id.slice(-1), 16) % lines.length;
    const delivered = (lines[number] ?? Promise.resolve()).then(() =>
      attempt(id, sendMail).catch((error: unknown) =>
        log({ event: 'outbox.failed', id, ...describeError(error) }),
      ),
    );
    lines[number] = delivered;
    return delivered;
  }

  return {
    deliver,

    /**
     * Stores a submission durably, once. `admit` is asked for a new one only, and may refuse it.
     * @throws whatever the store throws: then nothing was accepted
     */
    async accept(
      submission: Submission,
      admit: () => boolean,
    ): Promise<{ id: string; outcome: 'added' | 'known' | 'refused' }> {
      const time = now();
      const hash = createHash('sha256')
        .update(JSON.stringify(submission))
        .digest('hex')
        .slice(0, 24);
      const id = getId(hash, time);
      const running = adding.get(hash);
      if (running) {
        const outcome = await running;
        return { id, outcome: outcome === 'added' ? 'known' : outcome };
      }

      const started = (async () => {
        if (await isKnown(hash, time)) return 'known';
        if (!admit()) return 'refused';
        const isNew = await store.add({
          id,
          receivedAt: toIso(time),
          submission,
          attempts: 0,
          nextAttemptAt: toIso(time + firstAttemptMs),
          error: null,
          sentAt: null,
        });
        if (!isNew) return 'known';
        log({ event: 'lead.stored', id });
        return 'added';
      })();
      adding.set(hash, started);
      try {
        return { id, outcome: await started };
      } finally {
        adding.delete(hash);
      }
    },

    /**
     * Makes the attempts that are due, or with `early` those of all waiting leads, until stopped.
     * @returns when the next attempt is due, in milliseconds, or null when nothing waits
     */
    async deliverDue({ early = false } = {}): Promise<number | null> {
      if (!sendMail) return null;
      let next: number | null = null;
      const deliverOne = async (id: string) => {
        try {
          const lead = stopped ? null : await store.read(id, 'waiting');
          if (!lead) return;
          const isDue = early || Date.parse(lead.nextAttemptAt) <= now();
          if (isDue) await deliver(id);
          const left = isDue ? await store.read(id, 'waiting') : lead;
          if (left) next = Math.min(next ?? Infinity, Date.parse(left.nextAttemptAt));
        } catch (error) {
          // One damaged file must not keep the others waiting, nor fill the log.
          if (!unreadable.has(id)) log({ event: 'lead.unreadable', id, ...describeError(error) });
          unreadable.add(id);
        }
      };
      const ids = (await store.list('waiting')).values();
      const deliverSome = async () => {
        for (const id of ids) await deliverOne(id);
      };
      await Promise.all(lines.map(deliverSome));
      return next;
    },

    /** Lets running attempts end and begins no other. */
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(lines);
    },

    /** Leads that are not in the inbox yet. */
    async count(): Promise<{ waiting: number; failed: number }> {
      const [waiting, failed] = await Promise.all([store.list('waiting'), store.list('failed')]);
      return { waiting: waiting.length, failed: failed.length };
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
