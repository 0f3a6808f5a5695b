import { type Finding, fine, type Patient, warn, wrong } from './finding.ts';

const check = 'settings';

/** Checks whether the product would start with its settings, and which of them are allowed but unwise. */
export async function checkSettings({ config, problems }: Patient): Promise<Finding[]> {
  if (!config) return problems.map((problem) => wrong(check, 'problem', { problem }));
  const findings = [fine(check, 'fine', { mode: config.mode })];
  const { mode, host, trustedProxies, maxConnections } = config;
  if (mode === 'production' && trustedProxies.length === 0) findings.push(warn(check, 'no_proxies'));
  if (mode === 'production' && (host === '0.0.0.0' || host === '::'))
    findings.push(warn(check, 'everywhere', { host, port: String(config.port) }));
  if (maxConnections < 100) findings.push(warn(check, 'few_connections', { most: maxConnections }));
  return findings;
}
