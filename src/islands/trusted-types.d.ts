/** The part of Trusted Types that this site uses; absent in browsers without it. */
declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createHTML(text: string): string },
      ): { createHTML(text: string): TrustedHTML };
    }
  | undefined;
