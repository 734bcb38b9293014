/** Lets unit tests and commands read types and fields under the site's own names, whatever a firm's space calls them. */
import { collections } from '#collections/index.ts';

for (const collection of collections)
  for (const named of [collection, ...Object.values(collection.fields)])
    Reflect.deleteProperty(named, 'idInSpace');
