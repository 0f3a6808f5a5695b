import { Component, type ReactNode } from 'react';
import { ScreenFailure } from './screen-failure.tsx';

interface ScreenBoundaryProps {
  children: ReactNode;
}

/** A screen that breaks, or whose file cannot be fetched, takes nothing else down with it. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <ScreenFailure /> : this.props.children;
  }
}
