import { messages } from '../../data/messages.ts';
import type { Endpoint } from './app.ts';
import { Refusal } from './http.ts';
import type { AskLive } from './live-content.ts';

/** Live content as JSON, for pages that are older than the content. */
export const createContentApi = (ask: AskLive): Endpoint[] =>
  (['blog', 'resources'] as const).flatMap((list) =>
    [`/api/${list}`, `/api/${list}/:slug`].map((path) => ({
      method: 'GET' as const,
      path,
      handle: async (request: Request) => {
        const [, , , slug = null] = new URL(request.url).pathname.split('/');
        const found = await ask({ list, slug });
        if (!found) throw new Refusal(404, messages[list].notFound);
        return Response.json(found.content);
      },
    })),
  );
