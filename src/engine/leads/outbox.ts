/**
 * The outbox stores a lead before the visitor gets an answer, and mails the lead until the mail server
 * takes it. After a crash a lead may be mailed twice; both mails carry the same Message-ID.
 */
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import * as v from 'valibot';
import type { Submission } from './fields.ts';
import { describeError, type Log } from '../log.ts';

/** Checks types alone: a stricter form rule must not lose leads that are already stored. */
const leadSchema = v.object({
  id: v.string(),
  /** ISO 8601, like all times here. */
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
  /** The mail server's reason for the last failure. */
  error: v.nullable(v.string()),
  sentAt: v.nullable(v.string()),
});
export type Lead = v.InferOutput<typeof leadSchema>;

/**
 * `failed`: the mail server refused the lead for good; the outbox keeps the lead for a retry by hand.
 * `trapped`: the hidden field was filled in, so a program may have sent the lead; the outbox keeps the lead
 * for somebody to check.
 */
export const leadStates = ['waiting', 'sent', 'failed', 'trapped'] as const;
export type LeadState = (typeof leadStates)[number];

/**
 * Parses a stored lead.
 * @throws {Error} when the stored lead is damaged
 */
export function parseLead(value: unknown): Lead {
  const { success, output } = v.safeParse(leadSchema, value);
  if (!success) throw new Error('A stored lead is damaged.');
  return output;
}

/** The first state of a lead. */
export type NewLeadState = 'waiting' | 'trapped';

/** Keeps leads: files on Node, Blobs on Netlify. A promise resolves once the change is durable. */
export interface LeadStore {
  /** Adds a new lead. Resolves to false when another process has already added the lead. */
  add(lead: Lead, state: NewLeadState): Promise<boolean>;
  read(id: string, state: LeadState): Promise<Lead | null>;
  /** Finds a lead in any state. */
  find(id: string): Promise<Lead | null>;
  /** Lists ids, oldest first. */
  list(state: LeadState): Promise<string[]>;
  /**
   * Replaces a lead's record and moves the lead. After a crash in between, the lead is in at least one
   * state.
   */
  move(lead: Lead, from: LeadState, to: LeadState): Promise<void>;
}

/** Resolves when the mail server has taken the lead. `signal` ends the attempt. */
export type SendMail = (lead: Lead, signal: AbortSignal) => Promise<void>;

/** The mail server refused this lead for good. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

export interface OutboxOptions {
  store: LeadStore;
  /** null: no mail server is configured, so leads wait. */
  sendMail: SendMail | null;
  log: Log;
  /** Time of day in epoch milliseconds, for stored times. */
  now: () => number;
  /** Monotonic clock in milliseconds, for waits within this process. */
  tick: () => number;
}

/** Within this many milliseconds equal fields are one lead: a double click, a reload, a retry. */
const sameLeadMs = 10 * 60_000;
/**
 * Milliseconds for which other processes leave a new lead to the process that stored it and mails it at
 * once.
 */
const firstAttemptMs = 60_000;
/** Most mails sent in parallel. After a failure the outbox sends one at a time. */
const mostMails = 4;
/**
 * Most trapped leads that are stored, so that programs cannot fill the disk. Further ones get an error.
 */
const mostTrapped = 2000;
const firstDelayMs = 10_000;
const longestDelayMs = 60 * 60_000;

/** Milliseconds until the next attempt after `attempts` failures (contract, Readings: Mail). */
export function getRetryDelay(attempts: number, random: number): number {
  const delay = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  // Random jitter of up to half the delay spreads the retries of leads from one outage.
  return delay * (1 - random / 2);
}

const toIso = (time: number) => new Date(time).toISOString();

/** A waiting lead; times come from `tick`. */
interface WaitingLead {
  dueAt: number;
  since: number;
  /** The record of a mailed lead that the store could not save yet. */
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

/** Remembers the waiting leads, so that checking them reads no files. */
function createSchedule({ store, log, now, tick }: StoreOptions) {
  const waiting = new Map<string, WaitingLead>();
  let failed = 0;
  /** When the oldest waiting lead arrived; found by each refresh, so that counting costs nothing. */
  let oldest = Infinity;

  async function read(id: string): Promise<WaitingLead | null> {
    try {
      const lead = await store.read(id, 'waiting');
      if (!lead) return null;
      const remaining = Math.max(0, Date.parse(lead.nextAttemptAt) - now());
      const waited = Math.max(0, now() - Date.parse(lead.receivedAt));
      // A time further ahead than the longest delay was written while the clock was wrong.
      const delay = remaining > longestDelayMs ? 0 : remaining;
      return { dueAt: tick() + delay, since: tick() - waited };
    } catch (error) {
      // A damaged file must not block other leads. The lead counts as waiting until somebody mends the
      // file.
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
    oldest = leastOf(waiting, ({ since }) => since, Infinity);
  }
  let refreshed: Promise<void> | null = null;

  return {
    waiting,
    refresh: () => (refreshed = refresh()),
    add(id: string): void {
      waiting.set(id, { dueAt: tick() + firstAttemptMs, since: tick() });
      oldest = Math.min(oldest, tick());
    },
    refuse(id: string): void {
      waiting.delete(id);
      failed += 1;
    },
    /** Counts the leads that were not mailed yet. `longestWait` is in milliseconds. */
    async count(): Promise<{ waiting: number; failed: number; longestWait: number }> {
      await (refreshed ??= refresh());
      const longestWait = waiting.size === 0 ? 0 : Math.max(0, tick() - oldest);
      return { waiting: waiting.size, failed, longestWait };
    },
  };
}

/** Stores each submission once. */
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
   * Stores a submission durably, once. `admit` is called only for a new submission and may refuse it.
   * @throws when the store fails; then nothing was accepted
   */
  return async (
    submission: Submission,
    admit: () => boolean,
    state: NewLeadState = 'waiting',
  ): Promise<{ id: string; outcome: 'added' | 'known' | 'refused' }> => {
    const time = now();
    const isTrapped = state === 'trapped';
    // The digest includes the trap, so that a person who was caught can send the same text again as a
    // new lead.
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
      if (isTrapped && (await store.list('trapped')).length >= mostTrapped)
        throw new Error('More trapped leads than are stored.');
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

/** Mails several leads in parallel, and one at a time after a failure. */
function createDelivery(
  { store, log, now, tick, sendMail }: StoreOptions & { sendMail: SendMail },
  schedule: Schedule,
) {
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const limit = pLimit(1);
  const running = new Map<string, Promise<void>>();

  /** Records that the mail server took the lead. */
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

  /** Makes one attempt, unless another process made one meanwhile. */
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
      // The next process mails the lead again at once.
      if (isStopping()) return;
      if (!(error instanceof MailRefused)) limit.concurrency = 1;
      return keepFailure(tried, error);
    }
    const sent = { ...tried, error: null, sentAt: toIso(now()) };
    // Kept in memory too: if a full disk loses the record, the lead must not be mailed again.
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
     * Mails the leads that are due, or all waiting leads with `early`, until stopped.
     * @returns milliseconds until the next attempt is due; null when no lead waits
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

    /** Aborts running attempts and starts no others. */
    stop: async (): Promise<void> => delivery?.stop(),
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
