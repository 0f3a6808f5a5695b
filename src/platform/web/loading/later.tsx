import {
  Component,
  type ComponentProps,
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  useState,
} from 'react';
import { NetworkFailure } from '../api-failure.ts';
import { FailedState } from '../ui/failed-state.tsx';
import type { Part as Fetched } from './part.ts';
import { retry } from './reload.ts';

export interface FailureProps {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- any component of any props may come later
type Parts<Name extends string> = Record<Name, ComponentType<any>>;

/**
 * A component that is fetched when first rendered. Until it is loaded the surrounding `Suspense` shows its fallback. If it cannot be
 * fetched, or throws, `Failed` replaces it and nothing else.
 */
export function later<Name extends string, Module extends Parts<Name>>(
  load: Fetched<Module>,
  name: Name,
  Failed: ComponentType<FailureProps & ComponentProps<Module[Name]>> = FailedState,
): FunctionComponent<ComponentProps<Module[Name]>> {
  type Shown = ComponentType<ComponentProps<Module[Name]>>;
  const make = (): Shown =>
    load.module?.[name] ?? lazy<Shown>(async () => ({ default: (await fetchPart(load))[name] }));
  // Created on first render: a module already loaded by then needs no suspending.
  let Part: Shown | undefined;

  return function Later(props: ComponentProps<Module[Name]>) {
    return (
      <Boundary
        failed={(error, reset) => (
          <Failure
            error={error}
            showAgain={() => {
              Part = make();
              reset();
            }}
          >
            {(failure) => <Failed {...props} {...failure} />}
          </Failure>
        )}
      >
        {() => {
          const Made = (Part ??= make());
          return <Made {...props} />;
        }}
      </Boundary>
    );
  };
}

/** When prerendering, parts that are not loaded are left out. */
function fetchPart<Module>(load: Fetched<Module>): Promise<Module> {
  return import.meta.env.SSR ? new Promise(() => undefined) : load();
}

/** For parts the page can do without: renders nothing. */
export function Nothing(): null {
  return null;
}

interface BoundaryProps {
  failed: (error: Error, reset: () => void) => ReactNode;
  /** Called on each render: after a reset it returns another part. */
  children: () => ReactNode;
}

class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.failed(error, () => this.setState({ error: null })) : this.props.children();
  }
}

interface FailingProps {
  error: Error;
  showAgain: () => void;
  children: (failure: FailureProps) => ReactNode;
}

/** Handles a part that failed to load, whatever is shown in its place. */
export function Failure({ error, showAgain, children }: FailingProps) {
  const [isRetrying, setRetrying] = useState(false);
  async function onRetry(): Promise<void> {
    setRetrying(true);
    await retry(showAgain);
    setRetrying(false);
  }
  return children({
    error: navigator.onLine ? error : new NetworkFailure(),
    onRetry: () => void onRetry(),
    isRetrying,
  });
}
