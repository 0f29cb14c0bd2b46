/**
 * Measures what OpenTelemetry costs a cycle of acquire and release, with more of it set up in each step. Contexts
 * alone, without any span, make each promise of a process slower, so they are a step of their own. It measures
 * processor time of this process, to leave out waiting for busy servers.
 */
import { context, DiagConsoleLogger, DiagLogLevel, diag, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { byProcessorTime, type Cycles } from './cycles';

type Run = () => Promise<Cycles>;

/** Drops all spans. */
const exporter: SpanExporter = {
  export: (_, done) => done({ code: 0 }),
  shutdown: () => Promise.resolve(),
};

const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });

const setUps = {
  'no API': () => {},
  'API without SDK': () => diag.setLogger(new DiagConsoleLogger(), DiagLogLevel.ERROR),
  'contexts alone': () => context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()),
  'SDK, exporter drops spans': () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(provider);
  },
} as const;

/** The same burst with each set-up, and the processor time it took. In the last two, a span of the program is active. */
export const withTracing = (run: Run): Readonly<Record<string, Run>> =>
  Object.fromEntries(
    Object.entries(setUps).map(([name, setUp]) => [
      name,
      async () => {
        setUp();
        try {
          const span = provider.getTracer('bench').startSpan('bench');
          return await context.with(trace.setSpan(context.active(), span), byProcessorTime(run));
        } finally {
          trace.disable();
          context.disable();
          diag.disable();
          // The API keeps its globals, so the step without OpenTelemetry would find them.
          Reflect.deleteProperty(globalThis, Symbol.for('opentelemetry.js.api.1'));
        }
      },
    ]),
  );
