import { Sentences } from '../../components/sentences.tsx';
import layout from './step-layout.module.css';

interface WhyNotProps {
  id: string;
  reason: string;
  /** label of the button that leads to what is missing */
  place: string;
  onGo: () => void;
}

/** Says why the main action beside it is disabled, and leads to what is missing. */
export function WhyNot({ id, reason, place, onGo }: WhyNotProps) {
  return (
    <p className={layout.whyNot}>
      <Sentences>
        <span id={id}>{reason}</span>
        <button type="button" onClick={onGo}>
          {place}
        </button>
      </Sentences>
    </p>
  );
}
