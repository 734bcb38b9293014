/** The edge function in front of a deploy with drafts. It loads nothing that needs a package. */
import { createDoor, type Door } from '../endpoints/draft-access.ts';

/** Creates a function that lets a request through by answering nothing. */
export function createGuard(door: Door) {
  const enter = createDoor(door);
  return (request: Request, { ip }: { ip: string }) => enter(request, ip);
}
