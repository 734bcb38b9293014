/** Lets unit tests and commands read types and fields under the site's own names, whatever a firm's space calls them. */
import { fieldNames, typeNames } from '#data/content-fields.ts';

for (const names of [typeNames, ...Object.values(fieldNames)])
  for (const name of Object.keys(names)) Reflect.deleteProperty(names, name);
