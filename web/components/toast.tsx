import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { PlainToast } from './plain-toast.tsx';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone?: 'success' | 'error';
  action?: { label: string; onAct: () => void };
}

/** Shows a message; what it gives back puts that message away, if it still lies there. */
type ShowToast = (message: ToastMessage) => () => void;

const ToastContext = createContext<ShowToast | null>(null);

/**
 * The region's code comes when the page has come to rest, or with the first notification: that may be the very one
 * that tells of a lost connection.
 */
const loadRegion = () => import('./toast-region.tsx');
const ToastRegion = lazy(() =>
  loadRegion().catch((error: unknown) => {
    console.info('Notifications are shown plainly', error);
    return { default: PlainToast };
  }),
);

/** Milliseconds after the page's load; not before what a person waits for. */
const REST = 2000;

/** Gives `toast(message)`: a registered-mail label in the corner; a new one takes the place of the last. */
export function useToast(): ShowToast {
  const toast = use(ToastContext);
  if (!toast) throw new Error('useToast needs the ToastProvider around it');
  return toast;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [latest, setLatest] = useState<{ message: ToastMessage; number: number } | null>(null);
  const toast = useCallback<ShowToast>((message) => {
    setLatest((last) => ({ message, number: (last?.number ?? 0) + 1 }));
    return () => setLatest((last) => (last?.message === message ? null : last));
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      loadRegion().catch((error: unknown) => console.info('Notifications will be shown plainly', error));
    }, REST);
    return () => clearTimeout(timer);
  }, []);
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
