import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useMemo, useState } from 'react';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone?: 'good' | 'bad';
  action?: { label: string; onAct: () => void };
}

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null);

/** The region's code comes with the first notification: most visits begin without one. */
const ToastRegion = lazy(() => import('./toast-region.tsx'));

/** Gives `toast(message)`: a registered-mail label in the corner; a new one takes the place of the last. */
export function useToast(): (message: ToastMessage) => void {
  const toast = use(ToastContext);
  if (!toast) throw new Error('useToast needs the ToastProvider around it');
  return toast;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [latest, setLatest] = useState<{ message: ToastMessage; number: number } | null>(null);
  const toast = useCallback(
    (message: ToastMessage) => setLatest((last) => ({ message, number: (last?.number ?? 0) + 1 })),
    [],
  );
  const region = useMemo(
    () =>
      latest ? (
        <Suspense>
          <ToastRegion {...latest} />
        </Suspense>
      ) : null,
    [latest],
  );
  return (
    <ToastContext value={toast}>
      {children}
      {region}
    </ToastContext>
  );
}
