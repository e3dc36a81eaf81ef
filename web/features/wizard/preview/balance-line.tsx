import { LETTER_COST_CREDITS } from '../../../../shared/limits.ts';

/** '1 credit', '7 credits' */
function creditsWording(credits: number): string {
  return credits === 1 ? '1 credit' : `${credits} credits`;
}

/** What this letter does to the balance. */
export function BalanceLine({
  credits,
  className,
}: {
  credits: number | null;
  className?: string | undefined;
}) {
  if (credits === null) return null;
  const left = credits - LETTER_COST_CREDITS;
  return (
    <p className={className}>
      You have {creditsWording(credits)}.{' '}
      {left >= 0 ? `${left} will be left.` : `This letter costs ${creditsWording(LETTER_COST_CREDITS)}.`}
    </p>
  );
}
