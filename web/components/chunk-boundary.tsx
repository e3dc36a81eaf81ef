import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '../lib/chunk-load-error.ts';

interface ChunkBoundaryProps {
  /** shown in place of what could not be fetched */
  fallback: ReactNode;
  children: ReactNode;
}

/** Catches `ChunkLoadError` and nothing else: the page around the part stays. */
export class ChunkBoundary extends Component<ChunkBoundaryProps, { error: unknown }> {
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
