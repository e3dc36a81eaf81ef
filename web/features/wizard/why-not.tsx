import layout from './step-layout.module.css';

interface WhyNotProps {
  id: string;
  reason: string;
  onGo: () => void;
}

/** Says why the main action beside it is disabled; a press leads to what is missing. */
export function WhyNot({ id, reason, onGo }: WhyNotProps) {
  return (
    <p className={layout.whyNot}>
      <button type="button" className="link" id={id} onClick={onGo}>
        {reason}
      </button>
    </p>
  );
}
