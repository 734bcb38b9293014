import type { ReactNode } from 'react';

export const Painted = ({ children }: { children?: ReactNode }) => (
  <p style={{ color: 'red' }}>{children}</p>
);
