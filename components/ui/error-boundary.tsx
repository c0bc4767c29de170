'use client';

import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Shown in place of the children once they threw. */
  fallback: (retry: () => void) => ReactNode;
}

/** Catches what its children throw while they render, so that a fault in one part leaves the page usable. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  readonly #retry = () => this.setState({ hasFailed: false });

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(this.#retry) : this.props.children;
  }
}
