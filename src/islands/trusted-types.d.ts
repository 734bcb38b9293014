/**
 * The part of Trusted Types in use, which TypeScript's DOM types lack
 * (https://w3c.github.io/trusted-types/).
 */
declare const trustedTypes:
  | {
      /** `createHTML` returns a TrustedHTML, which the DOM accepts wherever it expects markup. */
      createPolicy(
        name: string,
        rules: { createHTML: (text: string) => string },
      ): { createHTML: (text: string) => string };
    }
  | undefined;
