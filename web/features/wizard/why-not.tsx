import layout from './step-layout.module.css';

/** Says why the main action beside it is disabled; a press leads to what is missing. */
export function WhyNot({ id, reason, onGo }: { id: string; reason: string; onGo: () => void }) {
  return (
    <p className={layout.whyNot}>
      <button type="button" className="link" id={id} onClick={onGo}>
        {reason}
      </button>
    </p>
  );
}
