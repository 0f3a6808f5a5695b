import {
  Component,
  type ComponentProps,
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { NetworkFailure } from '../api-failure.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { loadRecovery, type Part as Fetched, PartFailure, reloadPage } from './part.ts';

export interface FailureProps {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- any component of any props may come later
type Parts<Name extends string> = Record<Name, ComponentType<any>>;

/**
 * A component that is fetched when first rendered. Until it is loaded the surrounding `Suspense` shows its fallback. If it cannot be
 * fetched, or throws, `Failed` replaces it and nothing else; back online it is retried automatically. A page of another build than the
 * server's is reloaded once, keeping what was typed.
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
            isSeen={Failed !== Nothing}
            load={async () => {
              await load();
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

/** For parts the page can do without: renders nothing, and is retried when there is a connection. */
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
  /** Whether it justifies an automatic reload of the page. */
  isSeen: boolean;
  load: () => Promise<void>;
  children: (failure: FailureProps) => ReactNode;
}

/** If the recovery file itself cannot be fetched, a press reloads the page directly. */
async function reloadWhereServerIs(isAskedFor: boolean): Promise<void> {
  const recovery = await loadRecovery().catch(() => null);
  if (recovery) return recovery.reloadWhereServerIs(isAskedFor);
  if (isAskedFor && navigator.onLine) reloadPage();
}

/** A browser reports being online before anything gets through: retries after a failure wait this long. */
const pausesMs = [1_000, 3_000];

/** Handles a part that failed to load, whatever is shown in its place. `load` shows it once it is fetched. */
export function Failure({ error, isSeen, load, children }: FailingProps) {
  const [isRetrying, setRetrying] = useState(false);

  function retry(): void {
    setRetrying(true);
    void load()
      .catch(() => reloadWhereServerIs(true))
      .then(() => setRetrying(false));
  }
  useEffect(() => {
    if (!(error instanceof PartFailure)) return;
    void loadRecovery()
      .then(({ reloadWhenOutdated }) => reloadWhenOutdated())
      .catch(() => undefined);
  }, [error]);
  // One stable listener: other listeners re-render this component on the same event, and one that is removed meanwhile would not be called.
  const onOnline = useEffectEvent(async (): Promise<void> => {
    setRetrying(true);
    for (const pauseMs of [0, ...pausesMs]) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (!navigator.onLine) break;
      const hasCome = await load().then(
        () => true,
        () => false,
      );
      if (hasCome) break;
      if (isSeen) await reloadWhereServerIs(false);
    }
    setRetrying(false);
  });
  useEffect(() => {
    const listener = () => void onOnline();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
  return children({ error: navigator.onLine ? error : new NetworkFailure(), onRetry: retry, isRetrying });
}
