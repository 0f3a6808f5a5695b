import type { Http } from '#http/server/http.ts';
import { gauge } from '#telemetry/server/metrics.ts';
import { serveStream } from '#http/server/serve-stream.ts';
import { followEvents, mostStreams } from '../contract.ts';
import { refuseNotice } from '../refusals.ts';
import { keepStreams, type ReadAlive } from './open-streams.ts';

const retrySeconds = 30;

/** Serves the stream of what to refetch. It ends with the session, and with the server. */
export function serveEvents(http: Http, readAlive: ReadAlive): void {
  const streams = keepStreams(http, readAlive);
  // Closed before the server waits for its connections: it would wait for these indefinitely.
  http.app.addHook('preClose', () => streams.close());
  http.drain.onParting(streams.handOver);
  gauge('lastro_streams_open', 'Event streams open on this process.', async () => streams.count());
  gauge(
    'lastro_streams_hearing',
    'Whether this process receives announcements of changes; also 0 before its first stream.',
    async () => Number(streams.isHearing()),
  );
  serveStream(http, followEvents, (investor) => {
    if (streams.countOf(investor.id) >= mostStreams) throw refuseNotice('too_many_streams', {}, retrySeconds);
    return streams.open;
  });
}
