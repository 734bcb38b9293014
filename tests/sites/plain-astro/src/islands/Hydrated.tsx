import { useEffect, useState } from 'react';

export function Hydrated({ name }: { name: string }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <p>
      {name} {isHydrated ? 'hydrated' : 'plain'}
    </p>
  );
}
