import { Component, type ReactNode } from 'react';
import { PartMissing } from '../lib/part-missing.ts';

interface PartBoundaryProps {
  /** shown in place of what could not be fetched */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps the page around a part whose code could not be fetched. What breaks otherwise is not its business. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof PartMissing) return this.props.fallback;
    throw error;
  }
}
