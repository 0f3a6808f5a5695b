import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';

/**
 * The sender: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES; `lastro` by default. Reports nothing about the machine that was not
 * requested.
 */
export function readResource(): Resource {
  const own = resourceFromAttributes({ 'service.name': 'lastro', 'service.instance.id': `${process.pid}` });
  return own.merge(detectResources({ detectors: [envDetector] }));
}
