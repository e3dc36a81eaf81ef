import { Component, createRef, type ReactNode } from 'react';

interface SteadyTypingProps {
  /** what lies there, or null: with another, the page below moves */
  laid: string | null;
  className: string | undefined;
  children: ReactNode;
}

/**
 * A place for what may be laid above a field that is being typed in. The field stays where it was on the screen, or
 * comes to lie just below what would cover it; not every browser sees to that itself. A class, for only a class may
 * look at the page before it changes.
 */
export class SteadyTyping extends Component<SteadyTypingProps> {
  private readonly place = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate({ laid }: SteadyTypingProps): number | null {
    return laid === this.props.laid ? null : topOfField();
  }

  override componentDidUpdate(_props: SteadyTypingProps, _state: unknown, before: number | null) {
    const now = before === null ? null : topOfField();
    if (before === null || now === null) return;
    const slip = this.place.current?.firstElementChild?.getBoundingClientRect();
    // Of a field that begins above the window, what is being typed lies further down.
    const wanted = before < 0 || !slip ? before : Math.max(before, slip.bottom);
    window.scrollBy(0, now - wanted);
  }

  override render() {
    const { className, children } = this.props;
    return (
      <div ref={this.place} role="status" className={className}>
        {children}
      </div>
    );
  }
}

/** Pixels below the window's upper edge; null while nothing is typed. */
function topOfField(): number | null {
  const field = document.activeElement;
  return field?.matches('input, textarea') ? field.getBoundingClientRect().top : null;
}
