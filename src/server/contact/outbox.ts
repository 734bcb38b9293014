/**
 * The outbox: a lead is stored before its visitor is answered, and mailed until the mail server has taken
 * it. After a crash a lead may be mailed twice; both mails carry the same Message-ID.
 */
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
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

/**
 * `failed`: refused for good by the mail server, kept until somebody retries it. `trapped`: a program
 * may have sent it, as it filled the field that people do not see; kept for somebody to look at.
 */
export const leadStates = ['waiting', 'sent', 'failed', 'trapped'] as const;
export type LeadState = (typeof leadStates)[number];

/** @throws {Error} when a stored lead is damaged */
export function parseLead(value: unknown): Lead {
  const { success, output } = v.safeParse(leadSchema, value);
  if (!success) throw new Error('A stored lead is damaged.');
  return output;
}

/** The state in which a lead begins. */
export type NewLeadState = 'waiting' | 'trapped';

/** Where leads are kept: in files on Node, in Blobs on Netlify. A promise resolves once that is durable. */
export interface LeadStore {
  /** Adds a new lead; false when another process was faster to add it. */
  add(lead: Lead, state: NewLeadState): Promise<boolean>;
  read(id: string, state: LeadState): Promise<Lead | null>;
  /** A lead in any state. */
  find(id: string): Promise<Lead | null>;
  /** Ids, older ones first. */
  list(state: LeadState): Promise<string[]>;
  /** Replaces a lead's record and moves it; a crash in between leaves it in at least one state. */
  move(lead: Lead, from: LeadState, to: LeadState): Promise<void>;
}

/** Resolves when the mail server has taken the lead; `signal` ends the attempt. */
export type SendMail = (lead: Lead, signal: AbortSignal) => Promise<void>;

/** The mail server refuses this lead for good. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

export interface OutboxOptions {
  store: LeadStore;
  /** null: nothing is mailed, leads wait. */
  sendMail: SendMail | null;
  log: Log;
  /** The time of day in epoch milliseconds, for what is stored. */
  now: () => number;
  /** Milliseconds of a clock that nobody can set, for waits within this process. */
  tick: () => number;
}

/** The same fields within this time are the same lead: a double click, a reload, a retry. */
const sameLeadMs = 10 * 60_000;
/** The process that stored a lead mails it at once; another process leaves it alone for this long. */
const firstAttemptMs = 60_000;
/** Mails under way at once while the mail server works; one alone while it does not. */
const mostMails = 4;
const firstDelayMs = 10_000;
const longestDelayMs = 60 * 60_000;

/** Milliseconds until the next attempt, after `attempts` failed ones (contract, Readings: Mail). */
export function getRetryDelay(attempts: number, random: number): number {
  const delay = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  // Up to a half less, so that leads of one outage do not come back all at once.
  return delay * (1 - random / 2);
}

const toIso = (time: number) => new Date(time).toISOString();

/** A lead that waits; times by `tick`. */
interface WaitingLead {
  dueAt: number;
  since: number;
  /** Set once the mail server has taken the lead, while the store does not know it yet. */
  sent?: Lead;
}

function leastOf(
  waiting: ReadonlyMap<string, WaitingLead>,
  get: (lead: WaitingLead) => number,
  start: number,
): number {
  let least = start;
  for (const lead of waiting.values()) least = Math.min(least, get(lead));
  return least;
}

type StoreOptions = Pick<OutboxOptions, 'store' | 'log' | 'now' | 'tick'>;

/** What is known of the leads that wait, so that a look at them costs no reading of files. */
function createSchedule({ store, log, now, tick }: StoreOptions) {
  const waiting = new Map<string, WaitingLead>();
  let failed = 0;

  async function read(id: string): Promise<WaitingLead | null> {
    try {
      const lead = await store.read(id, 'waiting');
      if (!lead) return null;
      const remaining = Math.max(0, Date.parse(lead.nextAttemptAt) - now());
      const waited = Math.max(0, now() - Date.parse(lead.receivedAt));
      // A time beyond the longest delay was written while the clock was wrong.
      const delay = remaining > longestDelayMs ? 0 : remaining;
      return { dueAt: tick() + delay, since: tick() - waited };
    } catch (error) {
      // One damaged file must not keep the others waiting. It counts as waiting until somebody mends it.
      log({ event: 'lead.unreadable', id, ...describeError(error) });
      return { dueAt: Infinity, since: tick() };
    }
  }

  async function refresh(): Promise<void> {
    const ids = await store.list('waiting');
    failed = (await store.list('failed')).length;
    const listed = new Set(ids);
    for (const id of waiting.keys()) if (!listed.has(id)) waiting.delete(id);
    const limit = pLimit(16);
    const readNew = async (id: string) => {
      const lead = await read(id);
      if (lead) waiting.set(id, lead);
    };
    await Promise.all(ids.filter((id) => !waiting.has(id)).map((id) => limit(readNew, id)));
  }
  let refreshed: Promise<void> | null = null;

  return {
    waiting,
    refresh: () => (refreshed = refresh()),
    add: (id: string) => waiting.set(id, { dueAt: tick() + firstAttemptMs, since: tick() }),
    refuse(id: string): void {
      waiting.delete(id);
      failed += 1;
    },
    /** Leads that are not in the inbox yet, and the milliseconds that the oldest of them has waited. */
    async count(): Promise<{ waiting: number; failed: number; longestWait: number }> {
      await (refreshed ??= refresh());
      const oldest = leastOf(waiting, ({ since }) => since, tick());
      return { waiting: waiting.size, failed, longestWait: tick() - oldest };
    },
  };
}

/** Stores submissions, each once. */
function createAcceptance(
  { store, log, now }: StoreOptions,
  onAdded: (id: string, state: NewLeadState) => void,
) {
  const adding = new Map<string, Promise<'added' | 'known' | 'refused'>>();
  const getId = (hash: string, time: number) =>
    `${Math.floor(time / sameLeadMs).toString(36)}-${hash}`;

  async function isKnown(hash: string, time: number): Promise<boolean> {
    for (const id of [getId(hash, time), getId(hash, time - sameLeadMs)]) {
      const lead = await store.find(id);
      if (lead) return Date.parse(lead.receivedAt) > time - sameLeadMs;
    }
    return false;
  }

  /**
   * Stores a submission durably, once. `admit` is asked for a new one only, and may refuse it.
   * @throws what the store throws: then nothing was accepted
   */
  return async (
    submission: Submission,
    admit: () => boolean,
    state: NewLeadState = 'waiting',
  ): Promise<{ id: string; outcome: 'added' | 'known' | 'refused' }> => {
    const time = now();
    const isTrapped = state === 'trapped';
    // A person whom the trap caught may send the same again without it: that is another lead.
    const content = isTrapped ? { ...submission, state } : submission;
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 24);
    const id = getId(hash, time);
    const running = adding.get(hash);
    if (running) {
      const outcome = await running;
      return { id, outcome: outcome === 'added' ? 'known' : outcome };
    }

    const started = (async () => {
      if (await isKnown(hash, time)) return 'known';
      if (!admit()) return 'refused';
      const lead: Lead = {
        id,
        receivedAt: toIso(time),
        submission,
        attempts: 0,
        nextAttemptAt: toIso(time + firstAttemptMs),
        error: null,
        sentAt: null,
      };
      if (!(await store.add(lead, state))) return 'known';
      onAdded(id, state);
      log({ event: isTrapped ? 'lead.trapped' : 'lead.stored', id });
      return 'added';
    })();
    adding.set(hash, started);
    try {
      return { id, outcome: await started };
    } finally {
      adding.delete(hash);
    }
  };
}

type Schedule = ReturnType<typeof createSchedule>;

/** Mails leads: several at once while that works, one alone after a failure. */
function createDelivery(
  { store, log, now, tick, sendMail }: StoreOptions & { sendMail: SendMail },
  schedule: Schedule,
) {
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const limit = pLimit(1);
  const running = new Map<string, Promise<void>>();

  /** Records that the mail server has taken the lead. */
  async function keepSent(lead: Lead): Promise<void> {
    await store.move(lead, 'waiting', 'sent');
    schedule.waiting.delete(lead.id);
    log({ event: 'lead.sent', id: lead.id, attempts: lead.attempts });
  }

  async function keepFailure(lead: Lead, error: unknown): Promise<void> {
    const isFinal = error instanceof MailRefused;
    const delay = getRetryDelay(lead.attempts, Math.random());
    const failed: Lead = {
      ...lead,
      error: error instanceof Error ? error.message : String(error),
      nextAttemptAt: toIso(now() + delay),
    };
    const known = schedule.waiting.get(lead.id);
    if (known) known.dueAt = tick() + delay;
    await store.move(failed, 'waiting', isFinal ? 'failed' : 'waiting');
    if (isFinal) schedule.refuse(lead.id);
    log({
      event: isFinal ? 'lead.refused' : 'lead.delayed',
      id: lead.id,
      attempts: lead.attempts,
      ...describeError(isFinal ? error.cause : error),
    });
  }

  /** One attempt, unless another process has made it meanwhile. */
  async function attempt(id: string): Promise<void> {
    if (isStopping()) return;
    const known = schedule.waiting.get(id);
    const lead = known?.sent ?? (await store.read(id, 'waiting'));
    if (!lead) {
      schedule.waiting.delete(id);
      return;
    }
    if (lead.sentAt !== null) return keepSent(lead);
    const tried = { ...lead, attempts: lead.attempts + 1 };
    try {
      await sendMail(tried, stopping.signal);
      limit.concurrency = mostMails;
    } catch (error) {
      // The next server tries again at once.
      if (isStopping()) return;
      if (!(error instanceof MailRefused)) limit.concurrency = 1;
      return keepFailure(tried, error);
    }
    const sent = { ...tried, error: null, sentAt: toIso(now()) };
    // A full disk keeps the store from knowing; the mail must not be sent again for that.
    if (known) known.sent = sent;
    return keepSent(sent);
  }

  return {
    deliver(id: string): Promise<void> {
      const begun = running.get(id);
      if (begun) return begun;
      const delivered = limit(attempt, id)
        .catch((error: unknown) => {
          const known = schedule.waiting.get(id);
          if (known) known.dueAt = tick() + firstDelayMs;
          log({ event: 'outbox.failed', id, ...describeError(error) });
        })
        .finally(() => running.delete(id));
      running.set(id, delivered);
      return delivered;
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

export function createOutbox(options: OutboxOptions) {
  const { sendMail, tick } = options;
  const schedule = createSchedule(options);
  const delivery = sendMail && createDelivery({ ...options, sendMail }, schedule);

  return {
    accept: createAcceptance(options, (id, state) => {
      if (state === 'waiting') schedule.add(id);
    }),
    count: () => schedule.count(),

    /** Tries to mail one lead. */
    deliver: async (id: string): Promise<void> => delivery?.deliver(id),

    /**
     * Makes the attempts that are due, or with `early` those of all waiting leads, until stopped.
     * @returns milliseconds until the next attempt is due; null when nothing waits
     */
    async deliverDue({ early = false } = {}): Promise<number | null> {
      await schedule.refresh();
      if (!delivery) return null;
      const due = [...schedule.waiting].filter(([, { dueAt }]) =>
        early ? dueAt !== Infinity : dueAt <= tick(),
      );
      await Promise.all(due.map(([id]) => delivery.deliver(id)));
      const next = leastOf(schedule.waiting, ({ dueAt }) => dueAt, Infinity);
      return next === Infinity ? null : Math.max(0, next - tick());
    },

    /** Ends running attempts and begins no other. */
    stop: async (): Promise<void> => delivery?.stop(),
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
