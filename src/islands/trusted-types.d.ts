/** What TypeScript's own types of the browser lack (https://w3c.github.io/trusted-types/). */
declare const trustedTypes:
  | {
      /** `createHTML` gives a TrustedHTML, which is taken wherever a text for elements is. */
      createPolicy(
        name: string,
        rules: { createHTML: (text: string) => string },
      ): { createHTML: (text: string) => string };
    }
  | undefined;
