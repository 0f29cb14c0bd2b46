// The usual lock over a client of 30 lines, since Debian has none for Go.
package main

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

type redis struct {
	net.Conn
	in *bufio.Reader
}

func (r redis) ask(words ...string) string {
	fmt.Fprintf(r, "*%d\r\n", len(words))
	for _, word := range words {
		fmt.Fprintf(r, "$%d\r\n%s\r\n", len(word), word)
	}
	line, err := r.in.ReadString('\n')
	line = strings.TrimRight(line, "\r\n")
	if err != nil || line[0] == '-' {
		panic(fmt.Sprint("Redis: ", line, err))
	}
	length, _ := strconv.Atoi(line[1:])
	if line[0] != '$' || length < 0 {
		return strings.TrimPrefix(line[1:], "-1")
	}
	body := make([]byte, length+2)
	if _, err := io.ReadFull(r.in, body); err != nil {
		panic(err)
	}
	return string(body[:length])
}

func main() {
	address, _ := url.Parse(os.Getenv("REDIS_URL"))
	connection, err := net.Dial("tcp", address.Host)
	if err != nil {
		panic(err)
	}
	client := redis{connection, bufio.NewReader(connection)}
	bytes := make([]byte, 16)
	rand.Read(bytes)
	mark := fmt.Sprintf("%x", bytes)
	lease := 2.0
	if given, err := strconv.ParseFloat(os.Getenv("LEASE"), 64); err == nil {
		lease = given
	}
	for client.ask("SET", "stock", mark, "NX", "PX", strconv.Itoa(int(lease*1000))) != "OK" {
		time.Sleep(50 * time.Millisecond)
	}
	count, _ := strconv.Atoi(client.ask("GET", "counter"))
	client.ask("SET", "counter", strconv.Itoa(count+1))
	client.ask("EVAL", "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0", "1", "stock", mark)
}
