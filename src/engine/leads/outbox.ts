/**
 * The outbox stores a lead before the visitor gets an answer, and mails the lead until the mail server
 * takes it, or has not taken it for five days. After a crash a lead may be mailed twice; both mails carry the same Message-ID.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import * as v from 'valibot';
import type { Submission } from './fields.ts';
import { digest } from '../disk/index.ts';
import { createSharedRun } from '../base/shared-run.ts';
import { describeError, type Log } from '../base/log.ts';

/** Checks types alone: a stricter form rule must not lose leads that are already stored. */
const leadSchema = v.object({
  id: v.string(),
  /** ISO 8601, like all times here. */
  receivedAt: v.string(),
  /** Address of the page that the lead was sent from; null when the browser does not say. */
  page: v.fallback(v.nullable(v.string()), null),
  submission: v.object({
    name: v.string(),
    email: v.string(),
    company: v.string(),
    phone: v.string(),
    challenge: v.string(),
  }) satisfies v.GenericSchema<unknown, Submission>,
  attempts: v.number(),
  nextAttemptAt: v.string(),
  /** Time of the first attempt that failed; null before it, and in leads of earlier versions. */
  failingSince: v.fallback(v.nullable(v.string()), null),
  /** Why the last attempt failed. */
  error: v.nullable(v.string()),
  sentAt: v.nullable(v.string()),
});
export type Lead = v.InferOutput<typeof leadSchema>;

/** `failed`: not taken for five days, for a retry by hand. `trapped`: perhaps from a program, for somebody to check. */
export const leadStates = ['waiting', 'sent', 'failed', 'trapped'] as const;
export type LeadState = (typeof leadStates)[number];

/** Parses a stored lead. @throws when it is damaged */
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
  /** Lists ids, oldest first. */
  list(state: LeadState): Promise<string[]>;
  /** Replaces and moves a lead, which a crash leaves in one state at least. One that was removed stays removed. */
  move(lead: Lead, from: LeadState, to: LeadState): Promise<void>;
  /** Deletes a lead for good. */
  remove(id: string, state: LeadState): Promise<void>;
}

/** Resolves when the mail server has taken the lead. `signal` ends the attempt. */
export type SendMail = (lead: Lead, signal: AbortSignal) => Promise<void>;

export interface OutboxOptions {
  store: LeadStore;
  /** null: no mail server is configured, so leads wait. */
  sendMail: SendMail | null;
  /** For how many days a mailed lead is kept; null: for ever. */
  keepDays?: number | null;
  log: Log;
  /** Time of day in epoch milliseconds, for stored times. */
  now: () => number;
  /** Monotonic clock in milliseconds, for waits within this process. */
  tick: () => number;
}

/** What a visitor sent. */
export interface Message extends Pick<Lead, 'submission' | 'page'> {
  state: NewLeadState;
}

/** Equal fields within this time are one lead: a double click, a reload, a retry. */
const sameLeadMs = 10 * 60_000;
/** Other processes leave a new lead for this long to the process that stored it, which mails it at once. */
const firstAttemptMs = 60_000;
/** The second attempt is promised within ten seconds, and comes with a look at the outbox. */
const firstDelayMs = 7000;
const longestDelayMs = 60 * 60_000;
/** No answer of a mail server is final before: what it refuses today, it may take tomorrow. */
const triedForMs = 5 * 24 * 60 * 60_000;
/** Between two looks at the outbox, which also find what `npm run leads` moved. */
const lookEveryMs = 2000;

const toIso = (time: number) => new Date(time).toISOString();

/** Creates the function that stores each message once. `onAdded` gets the id of a new lead. */
function createAcceptance(
  { store, log, now }: Pick<OutboxOptions, 'store' | 'log' | 'now'>,
  onAdded: (id: string) => void,
) {
  const adding = new Map<string, Promise<boolean>>();

  async function addMessage(hash: string, { submission, page, state }: Message): Promise<boolean> {
    const time = now();
    const getId = (at: number) => `${Math.floor(at / sameLeadMs).toString(36)}-${hash}`;
    const id = getId(time);
    // In this order, because a lead may move from the first state to another meanwhile.
    for (const from of leadStates) {
      const ids = [id, getId(time - sameLeadMs)];
      const known = await Promise.all(ids.map((one) => store.read(one, from)));
      if (known.some((lead) => lead && Date.parse(lead.receivedAt) > time - sameLeadMs))
        return false;
    }
    const lead: Lead = {
      id,
      receivedAt: toIso(time),
      page,
      submission,
      attempts: 0,
      nextAttemptAt: toIso(time + firstAttemptMs),
      failingSince: null,
      error: null,
      sentAt: null,
    };
    if (!(await store.add(lead, state))) return false;
    log({ event: state === 'trapped' ? 'lead.trapped' : 'lead.stored', id });
    if (state === 'waiting') onAdded(id);
    return true;
  }

  /** Stores a message once; false for one that made no new lead. @throws when nothing was stored */
  return async (message: Message): Promise<boolean> => {
    const { submission, state } = message;
    // With the state, so that a person who was caught can send the same text again as a new lead.
    const hash = digest(JSON.stringify({ ...submission, state }));
    const running = adding.get(hash);
    if (running) {
      await running;
      return false;
    }
    const started = addMessage(hash, message).finally(() => adding.delete(hash));
    adding.set(hash, started);
    return started;
  };
}

/** A lead that waits for its mail; times come from `tick`. */
interface WaitingLead {
  dueAt: number;
  since: number;
  /** The record of a mailed lead that the store could not save yet. */
  sent?: Lead;
}

/** Mails one lead at a time. */
function createDelivery({ store, sendMail, keepDays = null, log, now, tick }: OutboxOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** The waiting leads, so that a look at the outbox reads new files alone. */
  const waiting = new Map<string, WaitingLead>();
  const readLimit = pLimit(16);
  /** How many leads were given up, and how many the trap caught. */
  const kept = { failed: 0, trapped: 0 };
  /** When a mail last left, by `tick`. */
  let succeededAt = -Infinity;
  let refreshed: Promise<void> | null = null;
  let working = Promise.resolve();
  /** When old leads are looked for next, by `tick`. */
  let deleteAt = -Infinity;

  async function readLead(id: string): Promise<void> {
    try {
      const lead = await store.read(id, 'waiting');
      if (!lead) return;
      const remaining = Math.max(0, Date.parse(lead.nextAttemptAt) - now());
      const waited = Math.max(0, now() - Date.parse(lead.receivedAt));
      // A time further ahead than the longest delay was written while the clock was wrong.
      const delay = remaining > longestDelayMs ? 0 : remaining;
      waiting.set(id, { dueAt: tick() + delay, since: tick() - waited });
    } catch (error) {
      // A damaged file must not block other leads; it counts as waiting until somebody mends it.
      log({ event: 'lead.unreadable', id, ...describeError(error) });
      waiting.set(id, { dueAt: Infinity, since: tick() });
    }
  }

  async function refreshLeads(): Promise<void> {
    const known = [...waiting.keys()];
    for (const state of ['failed', 'trapped'] as const)
      kept[state] = (await store.list(state)).length;
    const ids = new Set(await store.list('waiting'));
    for (const id of known) if (!ids.has(id)) waiting.delete(id);
    const added = [...ids].filter((id) => !waiting.has(id));
    await Promise.all(added.map((id) => readLimit(readLead, id)));
  }

  /** Makes every lead due that can be read. */
  function makeAllDue(): void {
    for (const lead of waiting.values())
      if (lead.dueAt !== Infinity) lead.dueAt = Math.min(lead.dueAt, tick());
  }

  /** Makes all leads due when `npm run leads -- retry` has: one of them tells. */
  async function lookForRetry(): Promise<void> {
    const isDelayed = ({ dueAt, sent }: WaitingLead) => !sent && dueAt > tick() && dueAt < Infinity;
    const [id] = [...waiting].find(([, lead]) => isDelayed(lead)) ?? [];
    if (id === undefined) return;
    const lead = await store.read(id, 'waiting').catch(() => null);
    if (lead && Date.parse(lead.nextAttemptAt) <= now()) makeAllDue();
  }

  /** Records that the mail server took the lead. */
  async function keepSent(lead: Lead): Promise<void> {
    await store.move(lead, 'waiting', 'sent');
    waiting.delete(lead.id);
    log({ event: 'lead.sent', id: lead.id, attempts: lead.attempts });
  }

  async function keepFailure(known: WaitingLead, lead: Lead, error: unknown): Promise<void> {
    const { id, attempts } = lead;
    const delay = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
    known.dueAt = tick() + delay;
    const reason = error instanceof Error ? error.message : String(error);
    const failingSince = lead.failingSince ?? toIso(now());
    const isFinal = now() - Date.parse(failingSince) >= triedForMs;
    const record = { ...lead, error: reason, failingSince, nextAttemptAt: toIso(now() + delay) };
    await store.move(record, 'waiting', isFinal ? 'failed' : 'waiting');
    if (isFinal) waiting.delete(id);
    const event = isFinal ? 'lead.failed' : 'lead.delayed';
    log({ event, id, attempts, ...describeError(error) });
  }

  /** Makes one attempt, unless another process made one meanwhile. */
  async function attemptMail(id: string, known: WaitingLead, send: SendMail): Promise<void> {
    const lead = known.sent ?? (await store.read(id, 'waiting'));
    if (!lead) {
      waiting.delete(id);
      return;
    }
    if (lead.sentAt !== null) return keepSent(lead);
    const tried = { ...lead, attempts: lead.attempts + 1 };
    try {
      await send(tried, signal);
    } catch (error) {
      // The next process mails the lead again at once.
      if (signal.aborted) return;
      return keepFailure(known, tried, error);
    }
    succeededAt = tick();
    // The mail server is there: no other lead has to wait.
    makeAllDue();
    // Kept in memory too: if a full disk loses the record, the lead must not be mailed again.
    known.sent = { ...tried, failingSince: null, error: null, sentAt: toIso(now()) };
    return keepSent(known.sent);
  }

  /** Mails the known leads that are due, one after another. */
  const deliver = createSharedRun(async () => {
    if (!sendMail) return;
    const due = [...waiting].filter(([, { dueAt }]) => dueAt <= tick());
    for (const [id, lead] of due) {
      if (signal.aborted) return;
      await attemptMail(id, lead, sendMail).catch((error: unknown) => {
        lead.dueAt = tick() + firstDelayMs;
        log({ event: 'outbox.failed', id, ...describeError(error) });
      });
    }
  });

  /** Deletes mailed leads that are older than the firm keeps them, once an hour. */
  async function deleteOld(): Promise<void> {
    if (keepDays === null || tick() < deleteAt) return;
    deleteAt = tick() + longestDelayMs;
    const before = now() - keepDays * 24 * 60 * 60_000;
    // An id begins with the time of its lead.
    const old = (await store.list('sent')).filter((id) => parseInt(id, 36) * sameLeadMs < before);
    for (const id of old) await store.remove(id, 'sent');
    if (old.length > 0) log({ event: 'leads.deleted', count: old.length });
  }

  /** Looks for leads, and mails those that are due, or all of them with `early`. */
  async function deliverDue({ early = false } = {}): Promise<void> {
    refreshed = refreshLeads();
    await refreshed;
    if (early) makeAllDue();
    else await lookForRetry();
    await deliver();
    await deleteOld();
  }

  async function workOff(): Promise<void> {
    for (let early = true; !signal.aborted; early = false) {
      await deliverDue({ early }).catch((error: unknown) =>
        log({ event: 'outbox.failed', ...describeError(error) }),
      );
      await wait(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    deliver,
    deliverDue,

    /** Notes a new lead, which is due. */
    add(id: string): void {
      waiting.set(id, { dueAt: tick(), since: tick() });
    },

    /** Counts the leads that were not mailed, by state; null while they cannot be read. `longestWaitMs`: a lead has waited so long while no mail left. */
    async count() {
      const isRead = await (refreshed ??= refreshLeads()).then(
        () => true,
        () => false, // the next look tells why
      );
      if (!isRead) return null;
      let earliest = Infinity;
      for (const { since } of waiting.values()) earliest = Math.min(earliest, since);
      const longestWaitMs = Math.max(0, tick() - Math.max(earliest, succeededAt));
      return { waiting: waiting.size, ...kept, longestWaitMs };
    },

    /** Mails the leads of an earlier process at once, then each lead when it is due, until `stop`. */
    start(): void {
      working = workOff();
    },

    /** Aborts running attempts and starts no others. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([deliver(), working]);
    },
  };
}

export function createOutbox(options: OutboxOptions) {
  const delivery = createDelivery(options);
  const accept = createAcceptance(options, (id) => delivery.add(id));
  return { accept, ...delivery };
}

export type Outbox = ReturnType<typeof createOutbox>;
