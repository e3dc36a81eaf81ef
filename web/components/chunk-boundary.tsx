import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '../lib/chunk-load-error.ts';

interface PartBoundaryProps {
  /** shown in place of what could not be fetched */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps the page around a part whose code could not be fetched. What breaks otherwise is not its business. */
export class ChunkBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ChunkLoadError) return this.props.fallback;
    throw error;
  }
}
