// The usual lock over a client of 25 lines, since Debian has none for Java. `java Worker.java` compiles and runs it.
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

public class Worker {
    private final Socket socket;
    private final InputStream in;

    Worker(URI address) throws IOException {
        socket = new Socket(address.getHost(), address.getPort());
        in = new BufferedInputStream(socket.getInputStream());
    }

    String ask(String... words) throws IOException {
        StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) request.append("$" + word.length() + "\r\n" + word + "\r\n");
        socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
        String line = line();
        if (line.startsWith("-")) throw new IOException(line);
        if (!line.startsWith("$")) return line.substring(1);
        int length = Integer.parseInt(line.substring(1));
        return length < 0 ? null : new String(in.readNBytes(length + 2), 0, length, StandardCharsets.US_ASCII);
    }

    private String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) throw new IOException("Redis is gone.");
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.US_ASCII).trim();
    }

    public static void main(String[] args) throws Exception {
        Worker redis = new Worker(URI.create(System.getenv("REDIS_URL")));
        String mark = UUID.randomUUID().toString();
        double lease = Double.parseDouble(System.getenv().getOrDefault("LEASE", "2"));
        while (!"OK".equals(redis.ask("SET", "stock", mark, "NX", "PX", "" + (int) (lease * 1000)))) Thread.sleep(50);
        String count = redis.ask("GET", "counter");
        redis.ask("SET", "counter", "" + ((count == null ? 0 : Integer.parseInt(count)) + 1));
        String release = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
        redis.ask("EVAL", release, "1", "stock", mark);
    }
}
