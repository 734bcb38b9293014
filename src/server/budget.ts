interface BudgetOptions {
  /** Takings allowed at once after a rest. */
  burst: number;
  perSecond: number;
  /** Milliseconds of a clock that nobody can set. */
  tick: () => number;
}

/** What all visitors together may spend of something: as much as a rest saved, then so much a second. */
export function createBudget({ burst, perSecond, tick }: BudgetOptions) {
  let left = burst;
  let filledAt = tick();
  return {
    /** Takes one; false when there is none. */
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
