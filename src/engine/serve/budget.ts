interface BudgetOptions {
  /** How many `take` calls succeed in a row after a rest. */
  burst: number;
  perSecond: number;
  /** Monotonic clock in milliseconds: setting the time of day must not refill the budget. */
  tick: () => number;
}

/** A token bucket for what all visitors use together: `burst` at first, then `perSecond`. */
export function createBudget({ burst, perSecond, tick }: BudgetOptions) {
  let left = burst;
  let filledAt = tick();
  return {
    /** @returns false when the budget is spent */
    take(): boolean {
      const time = tick();
      left = Math.min(burst, left + ((time - filledAt) / 1000) * perSecond);
      filledAt = time;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
