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
 * A component that is fetched when it is first shown. Until it is there the `Suspense` around it shows what waits. When it
 * cannot be fetched, or breaks, `Failed` stands in its place and nothing else is touched; back online it is tried again by
 * itself. A page of another build than the server's is loaded anew once, with what was typed on it.
 */
export function later<Name extends string, Module extends Parts<Name>>(
  load: Fetched<Module>,
  name: Name,
  Failed: ComponentType<FailureProps & ComponentProps<Module[Name]>> = FailedState,
): FunctionComponent<ComponentProps<Module[Name]>> {
  type Shown = ComponentType<ComponentProps<Module[Name]>>;
  const make = (): Shown =>
    load.module?.[name] ?? lazy<Shown>(async () => ({ default: (await fetchPart(load))[name] }));
  // Made when it is first shown: what is there by then need not be waited for.
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

/** Where pages are drawn ahead, what is not there is left out. */
function fetchPart<Module>(load: Fetched<Module>): Promise<Module> {
  return import.meta.env.SSR ? new Promise(() => undefined) : load();
}

/** What the page does as well without: nothing in its place, and another try when there is a connection. */
export function Nothing(): null {
  return null;
}

interface BoundaryProps {
  failed: (error: Error, reset: () => void) => ReactNode;
  /** Called each time: after a reset it is another part. */
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
  /** Whether it is worth a page loaded anew that nobody asked for. */
  isSeen: boolean;
  load: () => Promise<void>;
  children: (failure: FailureProps) => ReactNode;
}

/** Where the file for it is what did not come, a press leaves it to the browser. */
async function reloadWhereServerIs(isAskedFor: boolean): Promise<void> {
  const recovery = await loadRecovery().catch(() => null);
  if (recovery) return recovery.reloadWhereServerIs(isAskedFor);
  if (isAskedFor && navigator.onLine) reloadPage();
}

/** A browser says that it is online before anything goes through: what fails then is tried again after so long. */
const pausesMs = [1_000, 3_000];

/** What is done about a part that did not come, whatever stands in its place. `load` shows it once it is there. */
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
  // Heard by one and the same function: others draw this anew when they hear it, and who stops listening meanwhile is not told.
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
