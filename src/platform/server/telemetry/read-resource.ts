import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';

/** Who sends: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES; `lastro` unless told. Nothing of the machine that nobody asked to tell. */
export function readResource(): Resource {
  const own = resourceFromAttributes({ 'service.name': 'lastro', 'service.instance.id': `${process.pid}` });
  return own.merge(detectResources({ detectors: [envDetector] }));
}
