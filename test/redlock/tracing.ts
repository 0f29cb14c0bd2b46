/** OpenTelemetry's SDK in a test: the spans and the count that the library has reported. */
import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach } from 'vitest';
import { telemetryKey } from '../support/nodeState';

const exporter = new InMemorySpanExporter();
let counts: InMemoryMetricExporter;
let meters: MeterProvider;

/** Applies to each test of the file. */
export function traceTests(): void {
  beforeEach(() => {
    exporter.reset();
    counts = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    meters = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: counts })] });
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    metrics.setGlobalMeterProvider(meters);
  });
  afterEach(async () => {
    trace.disable();
    context.disable();
    metrics.disable();
    await meters.shutdown();
    // Disabled parts leave their holder behind, which the next file of this process would find.
    Reflect.deleteProperty(globalThis, telemetryKey);
  });
}

export const forgetSpans = (): void => exporter.reset();

/** The spans that have ended, in the order of their ends. */
export const spans = (name?: string): readonly ReadableSpan[] =>
  exporter.getFinishedSpans().filter((span) => name === undefined || span.name === name);

/** The only span with a name. */
export function theSpan(name: string): ReadableSpan {
  const [span, ...others] = spans(name);
  if (span === undefined || others.length > 0) throw new Error(`There are ${spans(name).length} spans "${name}".`);
  return span;
}

/** What was counted: the name, the unit and the value of each metric. */
export async function lostCount(): Promise<readonly unknown[]> {
  await meters.forceFlush();
  const found =
    counts
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
  return found.map(({ descriptor, dataPoints }) => [descriptor.name, descriptor.unit, dataPoints[0]?.value]);
}
