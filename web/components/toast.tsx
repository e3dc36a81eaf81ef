import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { PlainToast, type ToastMessage } from './plain-toast.tsx';

/** Shows a message. @returns hides this message, if it is still shown */
type ShowToast = (message: ToastMessage) => () => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Fetched ahead, when the page is idle: the first toast may be the one about a lost connection. */
const loadRegion = () => import('./toast-region.tsx');
const ToastRegion = lazyPart(async () => (await loadRegion()).default, undefined, PlainToast);

/** After the load, so that it does not compete with the page, ms. */
const PRELOAD_AFTER_MS = 2000;

/** A new message replaces the last. */
export function useToast(): ShowToast {
  const toast = use(ToastContext);
  if (!toast) throw new Error('useToast needs the ToastProvider around it');
  return toast;
}

/** As `useToast`, for what a form refuses: the last message goes with the form. */
export function useFormToast(): ShowToast {
  const toast = useToast();
  const hide = useRef(() => {});
  useEffect(() => () => hide.current(), []);
  return useCallback(
    (message) => {
      hide.current = toast(message);
      return hide.current;
    },
    [toast],
  );
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
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const region = useMemo(() => (latest ? <ToastRegion {...latest} /> : null), [latest]);
  return (
    <ToastContext value={toast}>
      {children}
      {region}
    </ToastContext>
  );
}
